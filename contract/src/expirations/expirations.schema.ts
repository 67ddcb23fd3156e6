import { z } from 'zod';
import { alertStates } from '../alerts/alerts.routes.ts';
import { bulkActionBatch, bulkFilter, preview, selected } from '../api/bulk-actions.ts';
import { endpoint } from '../api/endpoint.ts';
import { exportFormat, filterShape, listQuery, pagination, recordSelection } from '../api/query.ts';
import { cells } from '../api/record-endpoints.ts';
import { area } from '../api/relations.ts';
import { renewal } from '../api/renewal.ts';
import { id, requiredText, tagOut, time } from '../api/values.ts';
import { day } from '../dates/dates.schema.ts';
import { factSources } from '../lookups/lookups.routes.ts';
import { tagsCell } from '../rules/cells.ts';
import type { Csv, CsvPairs } from '../rules/csv.ts';
import { limits } from '../rules/limits.ts';
import { autoRenewWords, intervals } from '../rules/renewal.ts';
import { valuesOfType } from '../rules/tags.ts';
import {
  costGroups,
  expirationFilters,
  expirationKinds,
  expirationSorts,
  expirationStates,
  expirationsRoutes,
} from './expirations.routes.ts';

/** Something that expires, or whose date is unknown. */
export const expiration = z
  .object({
    /** The same when the date moves. */
    id: z.string(),
    what: z.enum(expirationKinds),
    area,
    recordId: id,
    name: z.string(),
    /** Tells apart several of a record. */
    label: z.string().nullable(),
    /** The calendar day, in the time zone of the workspace. */
    date: z.string().nullable(),
    /** The instant; null if only the day is known. */
    at: time.nullable(),
    /** Calendar days from today on; negative once the day has passed. */
    daysLeft: z.number().nullable(),
    state: z.enum(expirationStates),
    source: z.enum(factSources).nullable(),
    observedAt: time.nullable(),
    renewal: z.enum(['unconfirmed']).nullable(),
    autoRenew: z.enum(autoRenewWords).nullable(),
    price: z.number().nullable(),
    currency: z.string().nullable(),
    payer: z.string().nullable(),
    tags: z.array(tagOut),
    registrar: z.string().nullable(),
    alertId: id.nullable(),
    alertState: z.enum(alertStates).nullable(),
    registratorAccountId: id.nullable(),
    /** How long a renewal lasts: a year, unless the record itself is paid by the month. */
    interval: z.enum(intervals),
    /** Where it is renewed: the registrator, hosting, server, CDN or email account, as far as it is visible. */
    account: z
      .object({
        area,
        id,
        url: z.string().nullable(),
        userName: z.string().nullable(),
        /** The secret to reveal; null without a password, and with Google Login. */
        passwordField: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Expiration' });
export type Expiration = z.infer<typeof expiration>;

export const expirationsCsv = {
  Name: 'name',
  What: 'what',
  Date: 'date',
  'Days Left': 'daysLeft',
  State: 'state',
  Source: 'source',
  'Observed At': 'observedAt',
  Registrar: 'registrar',
  'Auto Renew': 'autoRenew',
  Price: 'price',
  Currency: 'currency',
  Payer: 'payer',
  Tags: tagsCell,
} satisfies Csv<Expiration>;

/** The same, and last the tags of a type, headed by it. */
export const csvWithTags = (type: string | undefined): CsvPairs => [
  ...Object.entries(expirationsCsv),
  ...(type ? [[type, ({ tags }: Expiration) => valuesOfType(tags, type)] as const] : []),
];

export const lookUpsFailSince = time.nullable().meta({
  description: 'Since when every look-up of the workspace fails; null while some are answered.',
});

const filters = { ...recordSelection, ...filterShape(expirationFilters) };
const query = z.object({ ...listQuery(expirationSorts), ...filters });

export const list = endpoint(expirationsRoutes.list, {
  summary: 'Everything that expires, the soonest first, undated last',
  query,
  data: z.object({
    expirations: z.array(expiration),
    pagination,
    lookUpsFailSince,
  }),
});

/** By currency; amounts without one have null. */
const amounts = z.array(z.object({ currency: z.string().nullable(), amount: z.number() }));
export type Amounts = z.infer<typeof amounts>;

/** A month with what it costs. */
export const month = z
  .object({
    /** YYYY-MM */
    month: z.string(),
    count: z.number(),
    cost: amounts,
  })
  .meta({ id: 'ExpirationMonth' });
export type ExpirationMonth = z.infer<typeof month>;

export const months = endpoint(expirationsRoutes.months, {
  summary: 'How much expires in each month, and its cost; this month and the eleven after it by default',
  query: z.object(filters),
  data: z.object({ months: z.array(month) }),
});

export const sum = endpoint(expirationsRoutes.sum, {
  summary: 'The sum of the prices of everything that the filters leave, each once',
  query: z.object(filters),
  data: z.object({ sum: amounts }),
});

const queryMonth = (label: string) => {
  const error = `${label} must be a month, YYYY-MM`;
  return z
    .string({ error })
    .max(limits.date, { error, abort: true })
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, error);
};

/** Of tags of this type, as it is written. */
const tagType = requiredText('Tag type', limits.tagType);

/** What one value of the group costs in one currency. */
export const cost = z
  .object({
    /** Several values of a type of tags are one, joined by ', '; null: none. */
    key: z.string().nullable(),
    /** null: neither the prices nor the workspace have one. */
    currency: z.string().nullable(),
    months: z.array(z.object({ month: z.string(), amount: z.number() })),
    total: z.number(),
  })
  .meta({ id: 'ExpirationCost' });
export type ExpirationCost = z.infer<typeof cost>;

export const costs = endpoint(expirationsRoutes.costs, {
  summary: 'What renewals cost in each month, by client or another type of tags, registrar or payer',
  query: z.object({
    ...filters,
    by: z.enum(costGroups, { error: `By must be one of: ${costGroups.join(', ')}` }),
    tagType: tagType.optional().meta({ description: 'Needed for `by=tag`.' }),
    from: queryMonth('From').optional().meta({ description: 'A month, this one by default.' }),
    to: queryMonth('To').optional().meta({ description: 'The last month, by default the twelfth.' }),
  }),
  data: z.object({ costs: z.array(cost) }),
});

const actions = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.literal('renew'),
      /** One period after the date that is shown, without it. */
      date: day.optional(),
      price: renewal.price.rule,
      currency: renewal.currency.rule,
    }),
  ],
  { error: 'Action must be one of: renew' },
);
export type ExpirationAction = z.infer<typeof actions>;

export const bulkActions = endpoint(expirationsRoutes.bulkActions, {
  summary: 'Record that domains, accounts, servers and dates were renewed, in one batch',
  body: z.object({ records: selected(bulkFilter(filters), limits.expirationId), do: actions, preview }),
  data: bulkActionBatch,
  ownLimit: true,
});

export const exported = {
  ...endpoint(expirationsRoutes.export, {
    summary: 'Download the list as expirations.csv',
    query: query.extend({
      ...exportFormat,
      tagType: tagType.optional().meta({ description: 'Adds a column with the tags of this type.' }),
    }),
    data: z.array(cells(expirationsCsv)),
  }),
  download: expirationsRoutes.export.download,
};
