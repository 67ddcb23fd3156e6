import { z } from 'zod';
import { alertStates } from '../alerts/alerts.routes.ts';
import { bulkActionBatch, bulkFilter, preview, selected } from '../api/bulk-actions.ts';
import { endpoint } from '../api/endpoint.ts';
import { exportFormat, filterShape, listQuery, pagination, recordSelection } from '../api/query.ts';
import { cells } from '../api/record-endpoints.ts';
import { area } from '../api/relations.ts';
import { renewal } from '../api/renewal.ts';
import { id, tagOut, time } from '../api/values.ts';
import { day } from '../dates/dates.schema.ts';
import { factSources } from '../lookups/lookups.routes.ts';
import { tagsCell } from '../rules/cells.ts';
import type { Csv } from '../rules/csv.ts';
import { limits } from '../rules/limits.ts';
import { autoRenewWords, intervals } from '../rules/renewal.ts';
import {
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

/** A month with what it costs; amounts without a currency have null. */
export const month = z
  .object({
    /** YYYY-MM */
    month: z.string(),
    count: z.number(),
    cost: z.array(z.object({ currency: z.string().nullable(), amount: z.number() })),
  })
  .meta({ id: 'ExpirationMonth' });
export type ExpirationMonth = z.infer<typeof month>;

export const months = endpoint(expirationsRoutes.months, {
  summary: 'How much expires in each month, and its cost; this month and the eleven after it by default',
  query: z.object(filters),
  data: z.object({ months: z.array(month) }),
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
    query: query.extend(exportFormat),
    data: z.array(cells(expirationsCsv)),
  }),
  download: expirationsRoutes.export.download,
};
