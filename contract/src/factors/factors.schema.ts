import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { requiredSecret, time } from '../api/values.ts';
import { session } from '../auth/auth.schema.ts';
import { limits } from '../rules/limits.ts';
import { factorsRoutes } from './factors.routes.ts';

/** A code of the app, or a recovery code; typed in groups, it is the same. */
export const code = requiredSecret('Code', limits.code).transform((typed) => typed.replaceAll(/\s/g, ''));
export const challengeId = requiredSecret('Challenge', limits.challenge);
/** Shown once. */
export const recoveryCodes = z.array(z.string());

export const get = endpoint(factorsRoutes.get, {
  summary: 'Your second factor',
  data: z.object({
    /** When the app's codes were turned on; null: they are off. */
    enabledAt: time.nullable(),
    /** How many recovery codes are left. */
    recoveryCodes: z.number(),
  }),
});
export const begin = endpoint(factorsRoutes.begin, {
  summary: 'Begin to set up app codes (TOTP); they take effect once a code is confirmed',
  data: z.object({
    /** In base 32, for typing it in. */
    secret: z.string(),
    url: z.string(),
    /** The URL as a QR code (SVG). */
    qr: z.string(),
  }),
});
export const confirm = endpoint(factorsRoutes.confirm, {
  summary: "Turn on the app's codes, and get recovery codes",
  body: z.object({ code }),
  data: z.object({ recoveryCodes }),
});
export const remove = endpoint(factorsRoutes.remove, {
  summary: "Remove the app's codes, which ends your other sessions",
  data: z.object({ removed: z.boolean() }),
});
export const renewCodes = endpoint(factorsRoutes.renewCodes, {
  summary: 'Replace the recovery codes',
  data: z.object({ recoveryCodes }),
});
export const second = endpoint(factorsRoutes.second, {
  summary: 'Complete a sign-in with an app code or a recovery code, each of which works once',
  body: z.object({ challengeId, code }),
  data: session,
});
