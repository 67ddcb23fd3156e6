import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { areaOf } from '@quartermaster/contract/api/kind';
import { kinds } from '@quartermaster/contract/entities/kinds';
import { type Entity, capital } from './entity.ts';
import type { ListUrl, Sort } from './url.ts';
import type { EntityEntry } from './entity-entry.ts';

/** An entity's name in addresses and answers: 'registrator-accounts'. */
export const areaOfEntity = ({ path }: Pick<Entity, 'path'>): Area => areaOf({ path }) as Area;

const entries = import.meta.glob<EntityEntry>('./entries/*.ts', { eager: true, import: 'entry' });

const all = Object.keys(kinds).map((name) => {
  const entity: Entity = client[name as keyof typeof kinds];
  const entry = entries[`./entries${entity.path}.ts`];
  if (!entry) throw new Error(`No entry for ${entity.path}`);
  return { title: entry.label, ...entry, entity };
});

/** Every entity with its entry, in the order of the menus. */
export const entities = Object.fromEntries(
  all.sort((one, other) => one.place - other.place).map((each) => [areaOfEntity(each.entity), each]),
) as Record<Area, Required<Pick<EntityEntry, 'title'>> & EntityEntry & { entity: Entity }>;

/** The command that opens the form: 'Add Email Account'. */
export const addLabel = ({ one }: Entity): string => `Add ${one.split(' ').map(capital).join(' ')}`;

const none = {};

/** Undefined for a list of something else than records. */
const entryOf = ({ path }: Pick<Entity, 'path'>): EntityEntry | undefined =>
  (entities as Readonly<Record<string, EntityEntry | undefined>>)[areaOf({ path })];

/** The initial filters of an entity's list. */
export const startFilters = (entity: Pick<Entity, 'path'>): Readonly<Record<string, string>> =>
  entryOf(entity)?.startFilters ?? none;

/** A list's order: the chosen one, or the one that its filters imply. */
export function orderOf(
  entity: Pick<Entity, 'path'>,
  { sort, filters }: Pick<ListUrl, 'sort' | 'filters'>,
): Sort | undefined {
  const ordered = entryOf(entity)?.ordered;
  if (sort || !ordered?.filters.some((name) => filters[name])) return sort;
  return { by: ordered.by, order: 'asc' };
}
