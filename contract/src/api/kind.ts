import type { DateKind } from '../dates/dates.routes.ts';
import type { FilterKinds } from './filters.ts';
import type { Csv } from '../rules/csv.ts';
import { type Download, type Route, route } from './route.ts';

/**
 * Where a record has a text: the path of a field ('registratorAccount.registratorType.name'), or a host with its port.
 */
export type TextPath<P extends string = string> = P | { readonly host: P; readonly port: P };

export type SortName<P extends string = string> = P | readonly [name: string, path: P];

/** The facts of a kind of record, without its schemas, which weigh more than a page. Paths lead into the answer. */
export interface KindFacts {
  /** The table in the database. */
  table: string;
  /** The path below /api; its first word is the kind's `area` in addresses and answers. */
  path: `/${string}`;
  /** The noun in the singular and the plural: 'email account', 'email accounts'. */
  one: string;
  many: string;
  listKey: string;
  itemKey: string;
  /**
   * Lists show the workspace's own records together with global ones, which only an administrator of the installation
   * writes. They carry no tags: everyone sees them, and no member with a scope writes them.
   */
  global?: true;
  /** Whoever controls such a record can take over what refers to it: a mailbox resets the passwords of its accounts. */
  resets?: true;
  /** The record's name wherever others show it; `detail` tells apart records with the same name. */
  name: TextPath;
  detail?: TextPath;
  /** The character that ends the first part of a name: search ranks a whole first part above a prefix. */
  nameEnd?: string;
  /** The address that the command 'open' opens: a panel, a login page. */
  url?: string;
  /**
   * What people call each field and part of an element, by path, wherever it is named: in forms, columns, bulk actions,
   * histories and imports. `rules/field-label.ts` adapts it to its place.
   */
  fieldLabels: Readonly<Record<string, string>>;
  /** The labels of stored values, by field. */
  labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The texts that search covers, in the record and in those that it refers to. */
  search: readonly TextPath[];
  /** Unique within a workspace; a conflict is reported on `field`. */
  unique: { fields: readonly string[]; field: string; message: string };
  /** Tables whose references to the record are counted in the answer's `_count`. */
  counts?: readonly string[];
  filters: FilterKinds;
  /** How a list can be sorted: by these paths, or by names for them. */
  sort: readonly SortName[];
  /** Fields that a bulk action may set: none is unique, and no rule spans several fields. */
  bulk?: readonly string[];
  /** What a record of the kind is among all that expires, and the field with its date. */
  expires?: { what: 'domain' | DateKind; date: string };
  /** A bulk action has what is known of records looked up. */
  bulkLook?: true;
  /** The columns of the exported CSV file by heading; absent if whole records are exported as JSON. */
  csv?: Csv;
  /** Further columns on request, besides the ids and times that every kind has. None holds a secret. */
  moreColumns?: Csv;
  download: Download;
}

/** The routes that every kind has. */
const uniformRoutes = ({ path, download, global: isGlobal }: KindFacts) => {
  const unscoped = isGlobal === true;
  const writesBatch = true;
  return {
    list: route('GET', path, 'read', { answersRecords: true }),
    get: route('GET', `${path}/{id}`, 'read', { answersRecords: true }),
    create: route('POST', path, 'write', { answersRecords: true, writesBatch, unscoped }),
    update: route('PUT', `${path}/{id}`, 'write', { answersRecords: true, writesBatch, unscoped }),
    remove: route('DELETE', `${path}/{id}`, 'write', { writesBatch, unscoped }),
    reveal: route('POST', `${path}/{id}/reveal`, 'secrets'),
    relations: route('GET', `${path}/{id}/relations`, 'read'),
    history: route('GET', `${path}/{id}/history`, 'read'),
    impact: route('GET', `${path}/{id}/impact`, 'read'),
    impactExport: route('GET', `${path}/{id}/impact/export`, 'read', {
      download: { name: download.name.replace(/(-YYYY-MM-DD)?\.\w+$/, '-impact.csv'), type: 'text/csv' },
    }),
    forget: route('POST', `${path}/{id}/forget`, 'manage', { confirmed: true }),
    bulkActions: route('POST', `${path}/bulk-actions`, 'write', { writesBatch, unscoped }),
    facets: route('GET', `${path}/facets`, 'read'),
    export: route('GET', `${path}/export`, 'read', { download }),
  };
};
export type UniformRoutes = ReturnType<typeof uniformRoutes>;

/** A kind of record with its routes; `more` adds its special ones. */
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

/** The first word of a kind's paths in the API and in the interface. */
export const areaOf = <P extends `/${string}`>({ path }: { path: P }) =>
  path.slice(1) as P extends `/${infer A}` ? A : never;

/** The names that `sortBy` takes, with their paths. */
export function sortPaths({ sort }: Pick<KindFacts, 'sort'>): Record<string, string> {
  return Object.fromEntries(sort.map((name) => (typeof name === 'string' ? [name, name] : name)));
}
