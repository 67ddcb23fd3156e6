import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import { isFilterValue, valuesAsked } from '@quartermaster/contract/api/filters';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Entity } from './entity.ts';
import { type TagFilter, readTags, writeTags } from './tag-filter.ts';

export interface Sort {
  by: string;
  order: 'asc' | 'desc';
}

/** Values by filter name, as query parameters. */
export type Filters<F extends string = string> = Partial<Record<F, string>>;

/** The state of a list in the address. */
export interface ListUrl extends TagFilter {
  search: string;
  filters: Filters;
  sort: Sort | undefined;
  page: number;
  /** 'new', the id of the edited record, or undefined. */
  form: string | undefined;
  /** `emails:<id>`: only records connected with this one. */
  relatedTo: string | undefined;
  /** Only these records; none: no such filter. */
  ids: string[];
  /** The record shown over the list. */
  shown: RecordInView | undefined;
}

export type Params = Record<string, unknown>;

/** A record shown over a page: `emails:<id>`, and the part of it that is shown. */
export interface RecordInView {
  subject: string;
  tab: string;
}

export const firstTab = 'overview';

/** In the address: a filter with a default that is turned off. */
export const everything = 'all';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const record = (value: unknown): string | undefined =>
  parseRelatedTo(text(value)) ? text(value) : undefined;

/** `connections=emails:<id>`, or `record=emails:<id>` with another tab. */
export function readShown(params: Params): RecordInView | undefined {
  const connections = record(params['connections']);
  if (connections) return { subject: connections, tab: 'connections' };
  const subject = record(params['record']);
  return subject === undefined ? undefined : { subject, tab: text(params['tab']) || firstTab };
}

/** The parameters that `readShown` reads back. */
export function writeShown({ subject, tab }: RecordInView): Record<string, string> {
  if (tab === 'connections') return { connections: subject };
  return { record: subject, ...(tab !== firstTab && { tab }) };
}

/** Parses what the contract allows and ignores the rest of the address. */
export function readUrl(
  entity: Pick<Entity, 'filters' | 'sortNames'>,
  params: Params,
  defaults: Filters = {},
): ListUrl {
  const filters: Filters = {};
  for (const [name, kind] of Object.entries(entity.filters)) {
    const value = text(params[name]);
    const usable = value !== '' && value !== everything && isFilterValue(kind, value);
    const chosen = usable ? value : value === everything ? undefined : defaults[name];
    if (chosen !== undefined) filters[name] = chosen;
  }
  const by = text(params['sortBy']);
  return {
    search: text(params['search']),
    ...readTags(params),
    filters,
    sort: entity.sortNames.includes(by)
      ? { by, order: params['sortOrder'] === 'desc' ? 'desc' : 'asc' }
      : undefined,
    page: Math.max(1, Math.floor(Number(params['page'])) || 1),
    form: text(params['form']) || undefined,
    relatedTo: record(params['relatedTo']),
    ids: valuesAsked(text(params['ids'])).filter(isUuid).slice(0, limits.filterIds),
    shown: readShown(params),
  };
}

/** The shortest parameters that `readUrl` reads back. */
export function writeUrl(url: ListUrl, defaults: Filters = {}): Record<string, string> {
  const params: Record<string, string> = {};
  if (url.search !== '') params['search'] = url.search;
  Object.assign(params, writeTags(url));
  for (const name of new Set([...Object.keys(defaults), ...Object.keys(url.filters)])) {
    const value = url.filters[name];
    if (value !== defaults[name]) params[name] = value ?? everything;
  }
  if (url.sort) Object.assign(params, { sortBy: url.sort.by, sortOrder: url.sort.order });
  if (url.page > 1) params['page'] = String(url.page);
  if (url.form) params['form'] = url.form;
  if (url.relatedTo) params['relatedTo'] = url.relatedTo;
  if (url.ids.length > 0) params['ids'] = url.ids.join(',');
  if (url.shown) Object.assign(params, writeShown(url.shown));
  return params;
}

/** The query parameters, without search and paging. */
export const listQuery = (
  { filters, relatedTo, ids, ...url }: ListUrl,
  sort?: Sort,
): Record<string, string> => ({
  ...filters,
  ...writeTags(url),
  ...(relatedTo && { relatedTo }),
  ...(ids.length > 0 && { ids: ids.join(',') }),
  ...(sort && { sortBy: sort.by, sortOrder: sort.order }),
});

/** Ascending, then descending, then unsorted. */
export function nextSort(current: Sort | undefined, by: string): Sort | undefined {
  if (current?.by !== by) return { by, order: 'asc' };
  return current.order === 'asc' ? { by, order: 'desc' } : undefined;
}
