import type { LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import { askDns } from './ask-dns.ts';
import { askRdap } from './ask-rdap.ts';
import { askTls } from './ask-tls.ts';
import { askWhois } from './ask-whois.ts';
import type { Asker } from './asker.ts';
import { answeredByRdap, withDateOfWhois } from './date-by-whois.ts';
import { LookFailure, type LookUpOutcome } from './outcome.ts';
import { rdapServerOf } from './rdap-servers.ts';

async function askRegistry(asker: Asker, name: string): Promise<LookUpOutcome> {
  const answered = answeredByRdap(asker);
  if (answered) return withDateOfWhois(asker, name, answered);
  const server = await rdapServerOf(asker, name);
  const outcome = await (server === null ? askWhois(asker, name) : askRdap(asker, server, name));
  // Whoever has name servers of its own is registered, whatever a server says that may no longer be the registry's.
  if (outcome.state === 'unregistered' && (await asker.egress.hasNameServers(name)))
    throw new LookFailure(
      `${outcome.host} says that the name is not registered, but DNS has its name servers`,
      outcome.host,
    );
  const isDateless = outcome.source === 'rdap' && outcome.state === 'unpublished';
  return isDateless ? withDateOfWhois(asker, name, outcome) : outcome;
}

/** How each kind is looked up; all throw a LookFailure that says why there is no answer. */
export const askAbout: Readonly<Record<LookKind, (asker: Asker, subject: string) => Promise<LookUpOutcome>>> =
  {
    registration: askRegistry,
    dns: askDns,
    tls: askTls,
  };
