import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import { type Condition, hasTags, isOneOf } from './conditions.ts';
import type { ListQuery } from './list-of.ts';
import { type Owner, visibleOwners } from '../owner.ts';
import { isRelatedTo } from '../related.ts';
import type { OwnedTableName } from '../../db/schema.ts';

/** What every list is narrowed by: whose rows they are, their tags, and a record that they are connected with. */
export function commonFilters(owner: Owner, table: OwnedTableName, query: ListQuery): Condition[] {
  const conditions = [isOneOf(`${table}.ownerId`, visibleOwners(table, owner))];
  if (query.tags !== undefined) conditions.push(...hasTags(owner, table, query.tags));
  const target = query.relatedTo === undefined ? null : parseRelatedTo(query.relatedTo);
  if (target) conditions.push(isRelatedTo(owner, table, target));
  return conditions;
}
