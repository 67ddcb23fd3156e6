import { recall, remember } from '../../db/facts.ts';
import type { Db } from '../../db/schema.ts';
import { type RdapList, readRdapList } from '../../lib/rdap-list.ts';
import { RequestFailure } from '../../net/failures.ts';
import { request } from '../../net/request.ts';
import type { Config } from '../../config.ts';
import { serverOf } from './ask-rdap.ts';
import type { Asker } from './asker.ts';
// A copy of https://data.iana.org/rdap/dns.json; its `publication` says of when.
import bundled from './data/iana-rdap.json' with { type: 'json' };
import { unofficialServers } from './data/unofficial-rdap.ts';
import { LookFailure } from './outcome.ts';
import { suffixesOf, zoneOf } from './zones.ts';

const ianaList = 'https://data.iana.org/rdap/dns.json';
const readMs = 10_000;

/** The addresses of the servers for the first of these suffixes that the list has. */
function serversIn(list: Pick<RdapList, 'services'>, suffixes: readonly string[]): readonly string[] {
  for (const suffix of suffixes) {
    const found = list.services.find(([some]) => some.some((each) => each.toLowerCase() === suffix));
    if (found) return found[1];
  }
  return [];
}

/** A list that was read from an address, as it is remembered. */
async function remembered(db: Db, url: string): Promise<RdapList | null> {
  const text = await recall(db, 'rdap.list');
  const [from, ...list] = text?.split('\n') ?? [];
  return from === url ? readRdapList(list.join('\n')) : null;
}

/** Reads the list from its address and remembers it. One that the operator named may be anywhere. */
async function readList(
  { db, egress, signal }: Pick<Asker, 'db' | 'egress' | 'signal'>,
  url: string,
  isOperators: boolean,
): Promise<RdapList> {
  const options = { deadlineMs: readMs, signal, expects: (status: number) => status === 200 };
  const answer = isOperators
    ? await request(url, { ...options, allows: () => true, maxRedirects: 0 })
    : await egress.request(url, options);
  const list = readRdapList(answer.body.toString());
  if (!list) throw new RequestFailure(`${answer.host} answered something that is not a list of RDAP servers`);
  await remember(db, 'rdap.list', `${url}\n${JSON.stringify(list)}`);
  return list;
}

/** Reads the list anew: of IANA's, the newer one is used. Nothing to do where the operator named a file. */
export async function refreshList(
  asker: Pick<Asker, 'db' | 'egress' | 'signal'>,
  { rdapBootstrap }: Pick<Config, 'rdapBootstrap'>,
) {
  if (rdapBootstrap && 'list' in rdapBootstrap) return;
  await readList(asker, rdapBootstrap?.url ?? ianaList, rdapBootstrap !== null);
}

/** The list of an address that the operator named; the first look-up reads it. */
async function operatorsList(asker: Asker, url: string): Promise<RdapList> {
  const known = await remembered(asker.db, url);
  if (known) return known;
  const server = new URL(url);
  try {
    return await asker.inTurn(serverOf(server), () => readList(asker, url, true));
  } catch (error) {
    const reason = error instanceof RequestFailure ? error.message : null;
    throw reason === null
      ? error
      : new LookFailure(`The list of RDAP servers can't be read: ${reason}`, server.hostname);
  }
}

/** Tells the address of the RDAP server for a name; null if there is none, or WHOIS has one for a longer suffix. */
export async function rdapServers(asker: Asker): Promise<(name: string) => string | null> {
  const { rdapBootstrap: given, whoisServers } = asker.config;
  const lists: Pick<RdapList, 'services'>[] = [];
  if (given) lists.push('list' in given ? given.list : await operatorsList(asker, given.url));
  else {
    const read = await remembered(asker.db, ianaList);
    const isNewer = read !== null && Date.parse(read.publication) > Date.parse(bundled.publication);
    lists.push(isNewer ? read : (bundled as unknown as RdapList), unofficialServers);
  }
  return (name) => {
    const zone = zoneOf(name, whoisServers);
    const suffixes = suffixesOf(name).filter((suffix) => suffix.length >= zone.length);
    for (const list of lists) {
      const urls = serversIn(list, suffixes).filter((url) => URL.canParse(url));
      const [url = null] = [...urls.filter((each) => each.startsWith('https:')), ...urls];
      if (url !== null) return url.endsWith('/') ? url : `${url}/`;
    }
    return null;
  };
}
