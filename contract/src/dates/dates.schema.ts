import { z } from 'zod';
import { areas } from '../api/areas.ts';
import { endpoint } from '../api/endpoint.ts';
import { filterShape, pageQuery, pagination, recordSelection } from '../api/query.ts';
import { idParams } from '../api/record-endpoints.ts';
import { area } from '../api/relations.ts';
import { renewal } from '../api/renewal.ts';
import { id, identity, optionalText, reference } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { autoRenewWords } from '../rules/renewal.ts';
import { dateKinds, datesRoutes } from './dates.routes.ts';

/** A date on a record of any area. */
export const date = z
  .object({
    ...identity,
    area,
    recordId: id,
    what: z.enum(dateKinds),
    /** A calendar day. */
    date: z.string(),
    label: z.string().nullable(),
    autoRenew: z.enum(autoRenewWords),
    price: z.number().nullable(),
    currency: z.string().nullable(),
    payer: z.string().nullable(),
  })
  .meta({ id: 'RecordDate' });
export type RecordDate = z.infer<typeof date>;

const notADay = 'Date must be a day, YYYY-MM-DD';
export const day = z
  .string({ error: notADay })
  .max(limits.date, { error: notADay, abort: true })
  .pipe(z.iso.date({ error: notADay }));
const fields = z.object({
  area: z.enum(areas, { error: `Area must be one of: ${areas.join(', ')}` }),
  recordId: reference('Record'),
  what: z.enum(dateKinds, { error: `What must be one of: ${dateKinds.join(', ')}` }),
  date: day,
  label: optionalText('Label', limits.dateLabel),
  autoRenew: renewal.autoRenew.rule,
  price: renewal.price.rule,
  currency: renewal.currency.rule,
  payer: renewal.payer.rule,
});

const one = z.object({ date });

export const list = endpoint(datesRoutes.list, {
  summary: 'The dates on records, the soonest first',
  query: z.object({
    ...pageQuery,
    ...recordSelection,
    ...filterShape({ area: areas as [string, ...string[]], recordId: 'text', what: { anyOf: dateKinds } }),
  }),
  data: z.object({ dates: z.array(date), pagination }),
});
export const create = endpoint(datesRoutes.create, {
  summary: 'Put a date on a record',
  body: fields.extend({ autoRenew: renewal.autoRenew.rule.default('UNKNOWN') }),
  data: one,
  versioned: true,
  status: 201,
});
export const update = endpoint(datesRoutes.update, {
  summary: 'Change the fields that are sent of a date',
  params: idParams,
  body: fields.partial(),
  data: one,
  versioned: true,
});
export const remove = endpoint(datesRoutes.remove, {
  summary: 'Delete a date',
  params: idParams,
  data: z.object({ id }),
  versioned: true,
});
