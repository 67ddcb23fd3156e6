import type { Identified } from './entity.ts';

export interface Page<T> {
  rows: T[];
  page: number;
  totalPages: number;
  total: number;
}

/** A page of a list, or the pages loaded so far. */
export type Cached<T> = Page<T> | { pages: Page<T>[]; pageParams: unknown[] };

const eachPage = <T>(data: Cached<T>, change: (page: Page<T>, index: number) => Page<T>): Cached<T> =>
  'pages' in data ? { ...data, pages: data.pages.map(change) } : change(data, 0);

const pagesOf = <T>(data: Cached<T>): Page<T>[] => ('pages' in data ? data.pages : [data]);

/** Replaces the record in place, or puts a new one first. */
export function withRow<T extends Identified>(data: Cached<T>, row: T): Cached<T> {
  const stands = pagesOf(data).some(({ rows }) => rows.some(({ id }) => id === row.id));
  return eachPage(data, (page, index) => {
    if (stands) return { ...page, rows: page.rows.map((other) => (other.id === row.id ? row : other)) };
    return { ...page, rows: index === 0 ? [row, ...page.rows] : page.rows, total: page.total + 1 };
  });
}

export function withoutRows<T extends Identified>(data: Cached<T>, ids: ReadonlySet<string>): Cached<T> {
  const deleted = pagesOf(data).flatMap(({ rows }) => rows.filter(({ id }) => ids.has(id))).length;
  if (deleted === 0) return data;
  return eachPage(data, (page) => ({
    ...page,
    rows: page.rows.filter(({ id }) => !ids.has(id)),
    total: page.total - deleted,
  }));
}
