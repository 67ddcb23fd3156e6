import {
  type RegistratorType,
  registratorType as registratorTypeEntity,
} from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { sql } from 'kysely';
import { commonFilters } from '../../records/list/filters.ts';
import { type Condition, equals, flagIs } from '../../records/list/conditions.ts';
import { listPage } from '../../records/list/list.ts';
import type { ListPage, ListQuery } from '../../records/list/list-of.ts';
import { OwnedTable } from '../../records/owned-table.ts';
import { type Owner, visibleOwners } from '../../records/owner.ts';
import { type Db, type RegistratorTypeRow, globalOwner } from '../../db/schema.ts';
import { searchText } from '../../records/list/search-text.ts';
import { Search } from '../../records/list/search.ts';
import { notFound } from '../../lib/errors.ts';

export const registratorTypes = new OwnedTable({
  table: 'registrator_types',
  codecs: { hasApi: 'flag', apiFields: 'json' },
  computed: ({ name, websiteUrl }) => ({
    nameKey: String(name).toLowerCase(),
    searchText: searchText([name, websiteUrl], []),
  }),
  conflict: { field: 'name', message: 'A registrator type with this name already exists' },
});

const noSecrets = (): never => {
  throw new Error('Global registrator types hold no secrets');
};

/** The owner of global types, for what this person writes there. */
export const everyone = (userId: string): Owner => ({
  id: globalOwner,
  userId,
  sealer: { seal: noSecrets, unseal: noSecrets },
});

/** A row as the person sees it; what the contract doesn't name stays behind. */
function toRegistratorType(owner: Owner, row: RegistratorTypeRow): RegistratorType {
  const userId = row.ownerId === globalOwner ? null : owner.userId;
  return registratorTypeEntity.answer.parse({ ...registratorTypes.decode(owner, row), userId });
}

export interface RegistratorTypeQuery extends ListQuery {
  includeGlobal?: 'true' | 'false' | undefined;
  hasApi?: 'true' | 'false' | undefined;
}

const sortColumns = { name: 'registrator_types.nameKey' };

export function registratorTypeConditions(owner: Owner, query: RegistratorTypeQuery): Condition[] {
  const conditions = commonFilters(owner, 'registrator_types', query);
  if (query.includeGlobal === 'false') conditions.push(equals('registrator_types.ownerId', owner.id));
  if (query.search !== undefined) conditions.push(new Search(owner, 'registrator_types', query.search));
  if (query.hasApi !== undefined) conditions.push(flagIs('registrator_types.hasApi', query.hasApi));
  return conditions;
}

export async function listRegistratorTypes(
  db: Db,
  owner: Owner,
  query: RegistratorTypeQuery,
): Promise<ListPage<RegistratorType>> {
  const conditions = registratorTypeConditions(owner, query);
  const select = () => db.selectFrom('registrator_types').selectAll('registrator_types');
  const found = await listPage(
    db,
    owner,
    { table: 'registrator_types', select, conditions, sortColumns },
    query,
  );
  return { ...found, rows: found.rows.map((row) => toRegistratorType(owner, row)) };
}

const visibleTypes = (db: Db, owner: Owner) =>
  db
    .selectFrom('registrator_types')
    .selectAll()
    .where('ownerId', 'in', visibleOwners('registrator_types', owner));

/** Every type that the person sees, by name. */
export async function allRegistratorTypes(db: Db, owner: Owner): Promise<RegistratorType[]> {
  const rows = await visibleTypes(db, owner).orderBy('nameKey').orderBy('id').execute();
  return rows.map((row) => toRegistratorType(owner, row));
}

export async function findRegistratorType(
  db: Db,
  owner: Owner,
  id: string,
): Promise<RegistratorType | undefined> {
  const row = await visibleTypes(db, owner).where('id', '=', id).executeTakeFirst();
  return row && toRegistratorType(owner, row);
}

/** A type that the person sees, or a NOT_FOUND. */
export async function getRegistratorType(db: Db, owner: Owner, id: string): Promise<RegistratorType> {
  const type = await findRegistratorType(db, owner, id);
  if (!type) throw notFound('registrator type');
  return type;
}

/** How many types the person sees, by whose they are and whether they have an API. */
export async function registratorTypeFigures(db: Db, owner: Owner) {
  const groups = await db
    .selectFrom('registrator_types')
    .select(['ownerId', 'hasApi', sql<number>`count(*)`.as('count')])
    .where('ownerId', 'in', visibleOwners('registrator_types', owner))
    .groupBy(['ownerId', 'hasApi'])
    .execute();
  const total = (which: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(which).reduce((sum, { count }) => sum + count, 0);
  return {
    totalAccessible: total(() => true),
    globalTypes: total(({ ownerId }) => ownerId === globalOwner),
    userTypes: total(({ ownerId }) => ownerId === owner.id),
    typesWithApi: total(({ hasApi }) => hasApi === 1),
  };
}
