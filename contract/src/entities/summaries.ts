import { z } from 'zod';
import { id } from '../api/fields.ts';

/** What an account shows of the mailbox that it belongs to. */
export const emailSummary = z.object({ id, email: z.string() });

/** What an account shows of the proxy that it is used through. */
export const proxySummary = z.object({ id, name: z.string(), ip: z.string(), port: z.number() });
export type ProxySummary = z.infer<typeof proxySummary>;
