import { isDomainName } from '@quartermaster/contract/rules/domain-name';
import type { Db } from '../../db/schema.ts';
import { RequestFailure } from '../../net/failures.ts';
import { askByTcp } from '../../net/tcp-text.ts';
import { type Asker, deadlineMs } from './asker.ts';
import { whoisServers } from './data/whois-servers.ts';
import { LookFailure, type LookUpOutcome } from './outcome.ts';
import { readWhoisAnswer } from './whois-answer.ts';
import { whoisTextOf } from './whois-charset.ts';
import { valuesNamed } from './whois-labels.ts';
import { saysNoMatch } from './whois-phrases.ts';
import { whoisValues } from './whois-text.ts';
import { zoneOf } from './zones.ts';

const port = 43;
const maxBytes = 1024 * 1024;
const ianaHost = 'whois.iana.org';
const keptMs = 7 * 86_400_000;

/** By zone: some servers need more than the name to answer about a domain alone, or in English. */
const queries: Readonly<Record<string, (name: string) => string>> = {
  de: (name) => `-T dn,ace ${name}`,
  jp: (name) => `${name}/e`,
};

/** Asks a server in its turn. */
async function ask(asker: Asker, host: string, query: string, isOperators: boolean): Promise<Buffer> {
  const { egress, signal } = asker;
  const asked = { host, port, text: `${query}\r\n`, deadlineMs, maxBytes, signal, isOperators };
  try {
    return await asker.inTurn(`${host}:${port}`, () => askByTcp(egress, asked));
  } catch (error) {
    throw error instanceof RequestFailure ? new LookFailure(error.message, host) : error;
  }
}

/** The server of a top-level domain by IANA's WHOIS, whose answer is kept for a week; null if it has none. */
async function serverByIana(asker: Asker, tld: string): Promise<string | null> {
  const now = Date.now();
  const kept = await asker.db
    .selectFrom('whois_servers')
    .selectAll()
    .where('tld', '=', tld)
    .executeTakeFirst();
  if (kept && kept.observedAt <= now && kept.observedAt > now - keptMs) return kept.host;
  const text = whoisTextOf(await ask(asker, ianaHost, tld, false), tld);
  const values = whoisValues(text);
  const named = (values.get('whois') ?? values.get('refer') ?? [])[0]?.toLowerCase() ?? '';
  const host = isDomainName(named) ? named : null;
  // A refusal is not kept for a week.
  if (host === null && valuesNamed(values, 'domain').length === 0 && !saysNoMatch(text))
    throw new LookFailure(`${ianaHost} answered something that is not known`, ianaHost);
  const row = { host, observedAt: now };
  await asker.db
    .insertInto('whois_servers')
    .values({ tld, ...row })
    .onConflict((conflict) => conflict.column('tld').doUpdateSet(row))
    .execute();
  return host;
}

/** Forgets what IANA's WHOIS said too long ago. */
export async function forgetWhoisServers(db: Db): Promise<void> {
  await db
    .deleteFrom('whois_servers')
    .where('observedAt', '<=', Date.now() - keptMs)
    .execute();
}

/** Asks the WHOIS server of a name's zone about it. */
export async function askWhois(asker: Asker, name: string): Promise<LookUpOutcome> {
  const tld = name.slice(name.lastIndexOf('.') + 1);
  const zone = zoneOf(name, asker.config.whoisServers);
  const named = asker.config.whoisServers.get(zone);
  const known = named ?? whoisServers.get(zone);
  const host = known === undefined ? await serverByIana(asker, tld) : known;
  if (host === null) throw new LookFailure(`No server is known for .${zone}`, null);
  const query = queries[zone]?.(name) ?? name;
  const text = whoisTextOf(await ask(asker, host, query, named !== undefined), tld);
  const read = readWhoisAnswer(text, name);
  if (typeof read === 'string') throw new LookFailure(`${host} ${read}`, host);
  return { ...read, source: 'whois', host };
}
