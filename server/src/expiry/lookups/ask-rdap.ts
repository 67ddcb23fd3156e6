import { longestStopMs, stopUntil } from '../../jobs/buckets.ts';
import { RequestFailure } from '../../net/failures.ts';
import { answered } from '../../net/http-request.ts';
import { type Answer, redirectOf } from '../../net/request.ts';
import { retryAfter } from '../../net/retry-after.ts';
import { type Asker, deadlineMs } from './asker.ts';
import { LookFailure, type LookUpOutcome } from './outcome.ts';
import { isOfRdap, readRdapAnswer } from './rdap-answer.ts';

const redirectsAtMost = 5;
const accept = 'application/rdap+json, application/json;q=0.9';

/** The bucket of a server: its host and port. */
export const serverOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;

type Answered = Answer & { waitUntil: number | null };

/** Asks, and stops everybody if the server says so: before the turn ends, so that nobody asks in between. */
async function ask({ db, egress, signal }: Asker, url: URL): Promise<Answered> {
  // A refusal counts even if its body never ends.
  const readsBody = (status: number) => status === 200 || status === 404;
  const options = { headers: { accept }, deadlineMs, maxRedirects: 0, readsBody, signal };
  const answer = await egress.request(url.href, options);
  const isRefused = answer.status !== 200 && answer.status !== 404;
  const waitUntil = isRefused ? retryAfter(answer.headers['retry-after'], Date.now(), longestStopMs) : null;
  if (waitUntil !== null) await stopUntil(db, serverOf(url), waitUntil);
  return { ...answer, waitUntil };
}

/** Whether the server has answered as RDAP before. */
async function hasAnswered({ db, ownerId }: Asker, host: string): Promise<boolean> {
  const check = await db
    .selectFrom('checks')
    .innerJoin('record_facts', (join) =>
      join
        .onRef('record_facts.ownerId', '=', 'checks.ownerId')
        .onRef('record_facts.recordId', '=', 'checks.recordId')
        .onRef('record_facts.kind', '=', 'checks.kind'),
    )
    .select('checks.recordId')
    .where('checks.ownerId', '=', ownerId)
    .where('checks.kind', '=', 'registration')
    .where('checks.host', '=', host)
    .where('record_facts.source', '=', 'rdap')
    .where('record_facts.sourceHost', '=', host)
    .limit(1)
    .executeTakeFirst();
  return check !== undefined;
}

/** Whether RDAP says that there is no such name, or a web server that there is no such page (RFC 7480, section 5.3). */
async function saysNoName(asker: Asker, { headers, body }: Answered, host: string): Promise<boolean> {
  if (/^application\/rdap\+json\b/i.test(headers['content-type'] ?? '')) return true;
  const text = body.toString();
  return text.trim() === '' ? hasAnswered(asker, host) : isOfRdap(text);
}

async function outcomeOf(asker: Asker, answer: Answered, url: URL, asked: string): Promise<LookUpOutcome> {
  const { status, waitUntil, body, truncated } = answer;
  const { hostname: host } = url;
  if (status === 404) {
    if (await saysNoName(asker, answer, host))
      return { state: 'unregistered', source: 'rdap', host, values: [] };
    throw new LookFailure(`${host} ${answered(status)}, but not as RDAP`, host);
  }
  if (status !== 200) throw new LookFailure(`${host} ${answered(status)}`, host, waitUntil);
  if (truncated) throw new LookFailure(`${host} answered more than 1 MB`, host);
  const read = readRdapAnswer(body.toString(), asked);
  if (typeof read === 'string') throw new LookFailure(`${host} ${read}`, host);
  const { unreadable, ...outcome } = read;
  if (unreadable.length === 0) return { ...outcome, source: 'rdap', host };
  const unread = `${host} answered dates that can't be read: ${unreadable.join(', ')}`;
  // Not the same as a registry that does not publish it.
  if (unreadable.includes('expiration'))
    throw new LookFailure(`${host} answered an expiration that is no date`, host, null, outcome.values);
  return { ...outcome, source: 'rdap', host, unread };
}

/** Where a look-up goes on that was redirected: the number of redirects, and the address. */
const placeOf = (redirects: number, url: URL): string => `${redirects} ${url.href}`;
function readPlace(place: string | null): { redirects: number; url: string | undefined } {
  const [redirects, url] = place?.split(' ') ?? [];
  return { redirects: Number(redirects ?? 0), url };
}

/** Asks an RDAP server about a name. A redirect waits for the turn at the server that it leads to. */
export async function askRdap(asker: Asker, base: string, name: string): Promise<LookUpOutcome> {
  const place = readPlace(asker.place);
  let url = new URL(place.url ?? `domain/${name}`, base);
  for (let { redirects } = place; redirects <= redirectsAtMost; redirects += 1) {
    const asked = url;
    try {
      const answer = await asker.inTurn(serverOf(asked), () => ask(asker, asked), {
        place: placeOf(redirects, asked),
      });
      const next = redirectOf(answer.status, answer.headers, asked);
      if (!next) return await outcomeOf(asker, answer, asked, name);
      url = next;
    } catch (error) {
      throw error instanceof RequestFailure ? new LookFailure(error.message, url.hostname) : error;
    }
  }
  throw new LookFailure(`${url.hostname} redirected too often`, url.hostname);
}
