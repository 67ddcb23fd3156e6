import { z } from 'zod';
import { id, time } from '../api/values.ts';
import { type LookKind, checkStates, factFields, factSources, lookKinds } from './lookups.routes.ts';

/** An instant, a text, yes or no, or a sorted list of texts. */
export const factValue = z.union([z.string(), z.boolean(), z.array(z.string())]);

/** What one source says of one field. */
export const fact = z
  .object({
    id,
    kind: z.enum(lookKinds),
    field: z.enum([...factFields.registration, ...factFields.dns, ...factFields.tls]),
    /** What was asked about: a registrable name, a name in DNS, or host and port. */
    subject: z.string(),
    value: factValue,
    source: z.enum(factSources),
    /** The host that answered last; null: it was typed. */
    sourceHost: z.string().nullable(),
    observedAt: time,
    /** Since when it has this value. */
    firstSeenAt: time,
    /** Whether it is the one that lists and alerts go by. */
    isShown: z.boolean(),
  })
  .meta({ id: 'Fact' });
export type Fact = z.infer<typeof fact>;

/** How the latest attempt to look something up ended. */
export const check = z
  .object({
    kind: z.enum(lookKinds),
    subject: z.string(),
    state: z.enum(checkStates),
    checkedAt: time.nullable(),
    /** The latest answer, whatever it said. */
    answeredAt: time.nullable(),
    /** null: it is switched off. */
    nextAt: time.nullable(),
    /** Why it is failing, or what of the answer can't be read. */
    error: z.string().nullable(),
  })
  .meta({ id: 'Check' });
export type Check = z.infer<typeof check>;

const params = z.object({ id: z.string() });

/** The endpoints of the areas that something is looked up for. */
export function lookedUpEndpoints<const K extends readonly [LookKind, ...LookKind[]]>(one: string, kinds: K) {
  const error = `Kinds must be a list of: ${kinds.join(', ')}`;
  return {
    facts: {
      summary: `What is known of a ${one}, from which source, and how the latest look-ups ended`,
      params,
      data: z.object({ facts: z.array(fact), checks: z.array(check) }),
    },
    look: {
      summary: `Have a ${one} looked up now, as soon as the servers to ask may be asked`,
      params,
      body: z.object({
        kinds: z.array(z.enum(kinds, { error }), { error }).max(lookKinds.length, { error }).optional(),
      }),
      data: z.object({ queued: z.array(z.enum(lookKinds)) }),
    },
  };
}
