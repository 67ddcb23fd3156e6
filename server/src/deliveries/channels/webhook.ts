import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { iso } from '../../lib/clock.ts';
import { type HttpChannel, json } from './outgoing.ts';

export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Signed as Standard Webhooks has it. */
export const webhook: HttpChannel<'webhook'> = {
  write: ({ url, secret }, { key, event, at, alerts: [alert = null] }) => {
    const outgoing = json(url, { type: event, timestamp: iso(at), data: { alert } });
    const now = new Date();
    const signed = {
      'webhook-id': key,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(key, now, outgoing.body),
    };
    return { ...outgoing, headers: { ...outgoing.headers, ...signed } };
  },
};
