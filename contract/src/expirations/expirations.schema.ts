import { z } from 'zod';
import { alertStates } from '../alerts/alerts.routes.ts';
import { endpoint } from '../api/endpoint.ts';
import { exportFormat, filterShape, listQuery, pagination, recordSelection } from '../api/query.ts';
import { cells } from '../api/record-endpoints.ts';
import { area } from '../api/relations.ts';
import { id, tagOut, time } from '../api/values.ts';
import { factSources } from '../lookups/lookups.routes.ts';
import { tagsCell } from '../rules/cells.ts';
import type { Csv } from '../rules/csv.ts';
import { autoRenewWords } from '../rules/renewal.ts';
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

export const exported = {
  ...endpoint(expirationsRoutes.export, {
    summary: 'Download the list as expirations.csv',
    query: query.extend(exportFormat),
    data: z.array(cells(expirationsCsv)),
  }),
  download: expirationsRoutes.export.download,
};
