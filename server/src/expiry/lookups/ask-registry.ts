import { askRdap } from './ask-rdap.ts';
import { askWhois } from './ask-whois.ts';
import type { Asker } from './asker.ts';
import { answeredByRdap, withDateOfWhois } from './date-by-whois.ts';
import { othersKnownAt } from './known-names.ts';
import { LookFailure, type LookUpOutcome } from './outcome.ts';
import { rdapServers } from './rdap-servers.ts';

const askServer = (asker: Asker, server: string | null, name: string): Promise<LookUpOutcome> =>
  server === null ? askWhois(asker, name) : askRdap(asker, server, name);

/** Where a look goes on that asks the server which has denied a name about another one that it knew. */
interface Doubt {
  server: string | null;
  host: string;
  source: LookUpOutcome['source'];
  other: string;
  /** Where the question about the other name goes on. */
  place: string | null;
}
const doubtWord = 'doubt ';
const doubtOf = ({ place }: Asker): Doubt | null =>
  place?.startsWith(doubtWord) ? (JSON.parse(place.slice(doubtWord.length)) as Doubt) : null;

/** Takes the word of a server that a name is not registered, unless it says so of another one that it knew, too. */
async function confirmed(asker: Asker, doubt: Doubt): Promise<LookUpOutcome> {
  const { server, host, source, other } = doubt;
  const inTurn: Asker['inTurn'] = (bucket, ask, { place = null, ...options } = {}) =>
    asker.inTurn(bucket, ask, { ...options, place: doubtWord + JSON.stringify({ ...doubt, place }) });
  const state = await askServer({ ...asker, place: doubt.place, inTurn }, server, other).then(
    (outcome) => outcome.state,
    (error: unknown) => {
      // It has answered about the name itself.
      if (error instanceof LookFailure) return null;
      throw error;
    },
  );
  if (state === 'unregistered')
    throw new LookFailure(
      `${host} says that the name is not registered, but says so of another name that it knew, too`,
      host,
    );
  return { state: 'unregistered', source, host, values: [] };
}

/** Asks the registry of a name about it. */
export async function askRegistry(asker: Asker, name: string): Promise<LookUpOutcome> {
  const doubt = doubtOf(asker);
  if (doubt) return confirmed(asker, doubt);
  const answered = answeredByRdap(asker);
  if (answered) return withDateOfWhois(asker, name, answered);
  const serverOf = await rdapServers(asker);
  const server = serverOf(name);
  const outcome = await askServer(asker, server, name);
  const { state, source, host } = outcome;
  if (source === 'rdap' && state === 'unpublished') return withDateOfWhois(asker, name, outcome);
  if (state !== 'unregistered') return outcome;
  // Whoever has name servers of its own is registered, whatever a server says that may no longer be the registry's.
  if (await asker.egress.hasNameServers(name))
    throw new LookFailure(`${host} says that the name is not registered, but DNS has its name servers`, host);
  const other = (await othersKnownAt(asker, host, name)).find((each) => serverOf(each) === server);
  return other === undefined ? outcome : confirmed(asker, { server, host, source, other, place: null });
}
