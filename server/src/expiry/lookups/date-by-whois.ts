import { recall, remember } from '../../db/facts.ts';
import { transaction } from '../../db/transaction.ts';
import { askWhois } from './ask-whois.ts';
import type { Asker } from './asker.ts';
import { writeFacts } from './facts.ts';
import { weekMs } from './next-look.ts';
import { LookFailure, type LookUpOutcome } from './outcome.ts';
import { zoneOf } from './zones.ts';

/** So long after its last date, WHOIS of a zone counts as having dates: what fails there is a failed look. */
const datedMs = 4 * weekMs;

/** A date, and the statuses that say whether it is confirmed. */
const isOfDate = ({ field }: LookUpOutcome['values'][number]): boolean =>
  field === 'expirationDate' || field === 'statuses';

/**
 * What WHOIS says of the end of a registration; null: nothing. Where WHOIS of a zone has no date, or does not
 * answer, it is asked again about one name a week.
 */
async function datedByWhois(asker: Asker, name: string): Promise<LookUpOutcome | null> {
  const fact = `whois.date.${zoneOf(name, asker.config.whoisServers)}` as const;
  const [learnt, at] = (await recall(asker.db, fact))?.split(' ') ?? [];
  const age = Date.now() - Number(at);
  const isLearnt = (what: 'dated' | 'dateless', forMs: number) => learnt === what && age >= 0 && age < forMs;
  if (isLearnt('dateless', weekMs)) return null;
  const hasDates = isLearnt('dated', datedMs);
  try {
    const outcome = await askWhois(asker, name);
    if (outcome.values.some(({ field }) => field === 'expirationDate')) {
      await remember(asker.db, fact, `dated ${Date.now()}`);
      return { ...outcome, values: outcome.values.filter(isOfDate) };
    }
  } catch (error) {
    if (hasDates || !(error instanceof LookFailure)) throw error;
  }
  // One name without a date tells nothing about others that have one.
  if (!hasDates) await remember(asker.db, fact, `dateless ${Date.now()}`);
  return null;
}

const keep = ({ db, ownerId }: Asker, subject: string, { source, host, values }: LookUpOutcome) =>
  transaction(db, (tx) =>
    writeFacts(tx, ownerId, {
      kind: 'registration',
      subject,
      source,
      sourceHost: host,
      at: Date.now(),
      values,
    }),
  );

/** What RDAP has answered before a job had to wait for WHOIS; null: it is still to be asked. */
export const answeredByRdap = ({ place }: Asker): LookUpOutcome | null =>
  place?.startsWith('{') ? (JSON.parse(place) as LookUpOutcome) : null;

/** Adds the date that WHOIS has to an answer of RDAP without one, whose facts are kept first. */
export async function withDateOfWhois(
  asker: Asker,
  name: string,
  answer: LookUpOutcome,
): Promise<LookUpOutcome> {
  await keep(asker, name, answer);
  const rest = { ...answer, values: [] };
  const place = JSON.stringify(rest);
  const inTurn: Asker['inTurn'] = (server, ask, options) => asker.inTurn(server, ask, { ...options, place });
  const found = await datedByWhois({ ...asker, inTurn }, name).catch((error: unknown) => {
    // The registry did answer, by RDAP.
    throw error instanceof LookFailure ? new LookFailure(error.message, answer.host, error.retryAt) : error;
  });
  if (!found) return rest;
  await keep(asker, name, found);
  return { ...rest, state: 'ok' };
}
