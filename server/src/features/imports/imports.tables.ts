import type { OwnedTableName } from '../../db/schema.ts';
import type { RecordTable } from '../../records/list/record-table.ts';
import { tables } from '../all.ts';

export const recordTableOf = (name: OwnedTableName): RecordTable => tables[name];
