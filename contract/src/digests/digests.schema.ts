import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { digestPeriods, digestsRoutes } from './digests.routes.ts';

export const digest = z
  .object({
    /** `off`: no summary; single messages come all the same. */
    every: z.enum(digestPeriods),
    /** The hour of the day, in the time zone of the workspace. */
    hour: z.number(),
    /** The day of a weekly one, 1 = Monday. */
    weekday: z.number(),
  })
  .meta({ id: 'Digest' });
export type Digest = z.infer<typeof digest>;

export const initialDigest: Digest = { every: 'day', hour: 8, weekday: 1 };

const whole = (label: string, min: number, max: number) => {
  const error = `${label} must be a whole number from ${min} to ${max}`;
  return z.number({ error }).int(error).min(min, error).max(max, error);
};

const data = z.object({ digest });

export const get = endpoint(digestsRoutes.get, {
  summary: 'When you get your summary of dates in this workspace',
  data,
});
export const update = endpoint(digestsRoutes.update, {
  summary: 'Change when you get it; the first one comes at the next hour set',
  body: z
    .object({
      every: z.enum(digestPeriods, { error: `Every must be one of: ${digestPeriods.join(', ')}` }),
      hour: whole('Hour', 0, 23),
      weekday: whole('Weekday', 1, 7),
    })
    .partial()
    .meta({ id: 'DigestUpdate' }),
  data,
});
