import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { flag } from '../api/values.ts';
import { isTimeZone } from '../rules/calendar.ts';
import { limits } from '../rules/limits.ts';
import { alertSettingsRoutes } from './alert-settings.routes.ts';

const timeOfDay = (label: string) => {
  const error = `${label} must be a time of day, HH:MM`;
  return z
    .string({ error })
    .max(limits.date, { error, abort: true })
    .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), error)
    .nullable();
};
const days = (label: string) => {
  const error = `${label} must be a number of days from 1 to ${limits.days}`;
  return z.number({ error }).int(error).min(1, error).max(limits.days, error);
};
const zone = 'Time zone must be one such as Europe/Berlin or UTC';

const rules = {
  timeZone: z
    .string({ error: zone })
    .max(limits.timeZone, { error: zone, abort: true })
    .refine(isTimeZone, zone),
  /** When messages wait. */
  quietFrom: timeOfDay('Quiet from'),
  quietTo: timeOfDay('Quiet to'),
  /** Write the registry's date over an earlier one that was typed. */
  takeLaterRegistryDate: flag("Take the registry's later date"),
  /** null: passwords do not expire. */
  passwordMaxAgeDays: days('The age of passwords').nullable(),
  /** After how many days a registry that does not answer is reported. */
  silentAfterDays: days('Silence of a registry'),
};
const look = { registration: flag('Registration'), dns: flag('DNS'), tls: flag('TLS') };

/** How a workspace counts days, and what it is told. */
export const alertSettings = z
  .object({
    timeZone: z.string(),
    quietFrom: z.string().nullable(),
    quietTo: z.string().nullable(),
    takeLaterRegistryDate: z.boolean(),
    passwordMaxAgeDays: z.number().nullable(),
    silentAfterDays: z.number(),
    /** What is looked up. */
    look: z.object({ registration: z.boolean(), dns: z.boolean(), tls: z.boolean() }),
  })
  .meta({ id: 'AlertSettings' });
export type AlertSettings = z.infer<typeof alertSettings>;

export const initialAlertSettings: AlertSettings = {
  timeZone: 'UTC',
  quietFrom: null,
  quietTo: null,
  takeLaterRegistryDate: false,
  passwordMaxAgeDays: null,
  silentAfterDays: 7,
  look: { registration: true, dns: true, tls: true },
};

const data = z.object({ settings: alertSettings });

export const get = endpoint(alertSettingsRoutes.get, {
  summary: 'How the workspace counts days, and what it is told',
  data,
});
export const update = endpoint(alertSettingsRoutes.update, {
  summary: 'Change the settings that are sent',
  body: z
    .object({ ...rules, look: z.object(look, { error: 'Look must be an object' }).partial() })
    .partial()
    .meta({ id: 'AlertSettingsUpdate' }),
  data,
});
