import type { Entity } from '@quartermaster/contract/api/entity';
import type { z } from 'zod';
import { followDates } from '../../expiry/dates/date-rows.ts';
import { followShown } from '../../expiry/dates/shown-dates.ts';
import { followFound } from '../../expiry/lookups/found.ts';
import { followAlerts } from '../../alerts/follow-records.ts';
import { RecordTable, type Rules } from '../../records/list/record-table.ts';

/**
 * What follows records of every kind, beyond their tags, the revision and the history. Each knows the tables that concern
 * it. What was found is forgotten before what is shown instead is written.
 */
const followers = [followDates, followFound, followShown, followAlerts];

/** The table of a kind of record, with its rules. */
export const recordTable = <E extends Entity>(
  entity: E,
  rules?: Rules<z.output<E['create']['body']>>,
): RecordTable<E> => new RecordTable(entity, rules, followers);
