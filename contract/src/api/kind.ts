import type { FilterKinds } from './filters.ts';
import type { Csv } from '../rules/csv.ts';
import { type Download, type Route, route } from './route.ts';

/** A text of a record: the path of a field ('registratorAccount.registratorType.name'), or a host with its port. */
export type TextPath<P extends string = string> = P | { readonly host: P; readonly port: P };

export type SortName<P extends string = string> = P | readonly [name: string, path: P];

/** The facts of a kind of record, without its schemas, which are larger than a page. Paths lead into the answer. */
export interface KindFacts {
  /** Its table in the database. */
  table: string;
  /** Below /api; its first word is the kind's `area` in addresses and answers. */
  path: `/${string}`;
  /** The noun in the singular and the plural: 'email account', 'email accounts'. */
  one: string;
  many: string;
  listKey: string;
  itemKey: string;
  /**
   * Its own and global records are listed together; only an administrator of the installation writes global ones. They
   * carry no tags: everyone sees them, and nobody with a scope writes them.
   */
  global?: true;
  /** Its name wherever others show it, and what tells it from others of that name. */
  name: TextPath;
  detail?: TextPath;
  /** The character that ends the first part of a name: search ranks a whole first part above a mere beginning. */
  nameEnd?: string;
  /** The address that the command 'open' opens: a panel, a login page. */
  url?: string;
  /** The labels of stored values, by field. */
  labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The texts that search looks in, its own and those of records that it refers to. */
  search: readonly TextPath[];
  /** Unique among an owner's records; a clash is reported on `field`. */
  unique: { fields: readonly string[]; field: string; message: string };
  /** Tables whose referring records are counted in the answer's `_count`. */
  counts?: readonly string[];
  filters: FilterKinds;
  /** The orders of a list: paths, or names for them. */
  sort: readonly SortName[];
  /** Fields that a bulk action may set. None takes part in a rule across fields, and none is unique. */
  bulk?: readonly string[];
  /** The columns of the exported CSV file by heading; absent if the export is JSON alone. */
  csv?: Csv;
  download: Download;
}

/** The routes that every kind has. */
const uniformRoutes = ({ path, download, global: isGlobal }: KindFacts) => {
  const unscoped = isGlobal === true;
  return {
    list: route('GET', path, 'read', { answersRecords: true }),
    get: route('GET', `${path}/{id}`, 'read', { answersRecords: true }),
    create: route('POST', path, 'write', { answersRecords: true, unscoped }),
    update: route('PUT', `${path}/{id}`, 'write', { answersRecords: true, unscoped }),
    remove: route('DELETE', `${path}/{id}`, 'write', { unscoped }),
    reveal: route('POST', `${path}/{id}/reveal`, 'secrets'),
    relations: route('GET', `${path}/{id}/relations`, 'read'),
    bulkActions: route('POST', `${path}/bulk-actions`, 'write', { unscoped }),
    facets: route('GET', `${path}/facets`, 'read'),
    export: route('GET', `${path}/export`, 'read', { download }),
  };
};
export type UniformRoutes = ReturnType<typeof uniformRoutes>;

/** A kind of record with its routes; `more` adds those that are special to it. */
export const kind = <const F extends KindFacts, const R extends Record<string, Route> = Record<never, never>>(
  facts: F,
  more: (path: F['path']) => R = () => ({}) as R,
) => ({
  ...facts,
  sortNames: Object.keys(sortPaths(facts)),
  ...uniformRoutes(facts),
  ...more(facts.path),
});

export type Kind = KindFacts & UniformRoutes & { sortNames: readonly string[] };

/** The first word of its paths in the API and in the interface. */
export const areaOf = <P extends `/${string}`>({ path }: { path: P }) =>
  path.slice(1) as P extends `/${infer A}` ? A : never;

/** The names that `sortBy` takes, with their paths. */
export function sortPaths({ sort }: Pick<KindFacts, 'sort'>): Record<string, string> {
  return Object.fromEntries(sort.map((name) => (typeof name === 'string' ? [name, name] : name)));
}
