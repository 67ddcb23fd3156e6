import { z } from 'zod';
import { limits } from '../rules/limits.ts';
import { isWholeTag, tagElements } from '../rules/tags.ts';
import { type FilterKinds, takesSeveral, valuesAsked } from './filters.ts';
import { relatedTo } from './relations.ts';
import { isMoment } from '../rules/moments.ts';
import { queryDay, queryDays, queryFlag, queryText } from './values.ts';

export const pagination = z
  .object({ page: z.number(), limit: z.number(), total: z.number(), totalPages: z.number() })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof pagination>;

const wholeNumber = (label: string, max: number) =>
  z.coerce
    .number({ error: `${label} must be a whole number` })
    .int(`${label} must be a whole number`)
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} must be at most ${max}`)
    .meta({ type: 'integer' });

/** Selects a page of a list. */
export const pageQuery = {
  page: wholeNumber('Page', limits.page).optional(),
  limit: wholeNumber('Limit', limits.pageRows).optional(),
};

/** The query parameters of every list except its filters. */
export const listQuery = <S extends string>(sort: readonly S[]) => ({
  ...pageQuery,
  sortOrder: z.enum(['asc', 'desc'], { error: 'Sort order must be asc or desc' }).optional(),
  sortBy: z.enum(sort, { error: `Sort by one of: ${sort.join(', ')}` }).optional(),
});

/** Room for each id with its comma. */
const idsLength = limits.filterIds * 40;

export const queryIds = z
  .string()
  .max(idsLength, { error: `Maximum ${limits.filterIds} ids allowed`, abort: true })
  .refine((value) => valuesAsked(value).length <= limits.filterIds, `Maximum ${limits.filterIds} ids allowed`)
  .meta({ description: 'Comma-separated: the records with these ids, if they match the other filters too.' });

const anyMoment = z
  .string()
  .max(limits.date, { error: 'Must be a day, YYYY-MM-DD, or an ISO 8601 instant', abort: true })
  .refine(isMoment, 'Must be a day, YYYY-MM-DD, or an ISO 8601 instant');

const moment = (which: string) =>
  anyMoment.meta({
    description: `${which}: a day (YYYY-MM-DD, in UTC) or an instant (ISO 8601 with its time zone).`,
  });

/** A day here is one of the workspace's calendar. */
const queryMoment = anyMoment.meta({
  description:
    'Included: a day (YYYY-MM-DD, in the time zone of the workspace) or an instant (ISO 8601 with its time zone).',
});

/** A period; both ends are included. */
export const momentsQuery = {
  from: moment('Start of the period, included').optional(),
  to: moment('End of the period, included').optional(),
};

export const searchQuery = queryText.max(
  limits.search,
  `Search must be less than ${limits.search} characters`,
);

/** Tags, joined by commas. */
export const queryTags = queryText.refine((tags) => tagElements(tags).length <= limits.tags, {
  error: `Maximum ${limits.tags} tags allowed`,
  abort: true,
});
/** The same without bare words, which have no type to group them by. */
export const queryTagsAny = queryTags.refine(
  (tags) => tagElements(tags).every(isWholeTag),
  'Write each tag as type:value',
);

/** Selects the rows of a list by their records. */
export const recordSelection = {
  search: searchQuery
    .meta({
      description:
        'Words: each must be in a text of the record or in the name of one that it refers to. Order, case and accents make no difference.',
    })
    .optional(),
  tags: queryTags
    .meta({
      description:
        'Comma-separated; each must match. `type:value`, or a bare type or value, with commas in it as %2C.',
    })
    .optional(),
  tagsAny: queryTagsAny
    .meta({
      description:
        'Comma-separated `type:value`, with commas in it as %2C: of each type any must match, of all types all. With `tags`, both hold.',
    })
    .optional(),
};

/** Selects the rows of a kind's list, which adds its filters. */
export const selection = {
  ...recordSelection,
  relatedTo: relatedTo.optional(),
  ids: queryIds.optional(),
};

type FilterShape<F extends FilterKinds> = { [K in keyof F]: z.ZodOptional<FilterSchema<F[K]>> };
type FilterSchema<K> = K extends readonly string[]
  ? z.ZodEnum<{ [V in K[number]]: V }>
  : K extends 'flag'
    ? typeof queryFlag
    : K extends 'days'
      ? typeof queryDays
      : K extends 'day'
        ? typeof queryDay
        : K extends 'moment'
          ? typeof queryMoment
          : typeof queryText;

const plain = { text: queryText, flag: queryFlag, days: queryDays, day: queryDay, moment: queryMoment };

const mustBe = (name: string, words: readonly string[]): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)} must be one of: ${words.join(', ')}`;

const severalValues = queryText
  .refine(
    (value) => valuesAsked(value).length <= limits.filterValues,
    `Maximum ${limits.filterValues} values allowed`,
  )
  .meta({
    description: 'Comma-separated: records with any of these values. `none` selects empty references.',
  });

const several = (name: string, kind: 'any' | { readonly anyOf: readonly string[] }) =>
  kind === 'any'
    ? severalValues
    : severalValues.refine(
        (value) => valuesAsked(value).every((each) => kind.anyOf.includes(each)),
        mustBe(name, kind.anyOf),
      );

export function filterShape<F extends FilterKinds>(kinds: F): FilterShape<F> {
  const schemas = Object.entries(kinds).map(([name, kind]) => {
    if (takesSeveral(kind)) return [name, several(name, kind).optional()];
    if (typeof kind === 'string') return [name, plain[kind].optional()];
    return [name, z.enum(kind, { error: mustBe(name, kind) }).optional()];
  });
  return Object.fromEntries(schemas) as FilterShape<F>;
}

/** The format of an export; CSV by default. */
export const exportFormat = {
  format: z.enum(['csv', 'json'], { error: 'Format must be csv or json' }).optional(),
};

/** The columns of an export, among those with these headings. */
export const exportQuery = (headings: readonly string[]) => ({
  ...exportFormat,
  columns: queryText
    .refine(
      (columns) => valuesAsked(columns).every((heading) => headings.includes(heading)),
      `Columns must be among: ${headings.join(', ')}`,
    )
    .meta({ description: `Comma-separated headings, in their order in the file: ${headings.join(', ')}.` })
    .optional(),
});
