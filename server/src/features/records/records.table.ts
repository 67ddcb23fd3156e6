import type { Entity } from '@quartermaster/contract/api/entity';
import type { z } from 'zod';
import { RecordTable, type Rules } from '../../records/list/record-table.ts';

/** The table of a kind of record, with its rules. */
export const recordTable = <E extends Entity>(
  entity: E,
  rules?: Rules<z.output<E['create']['body']>>,
): RecordTable<E> => new RecordTable(entity, rules);
