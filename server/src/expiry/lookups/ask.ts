import type { LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import { askDns } from './ask-dns.ts';
import { askRdap } from './ask-rdap.ts';
import { askTls } from './ask-tls.ts';
import { askWhois } from './ask-whois.ts';
import type { Asker } from './asker.ts';
import type { LookUpOutcome } from './outcome.ts';
import { rdapServerOf } from './rdap-servers.ts';

async function askRegistry(asker: Asker, name: string): Promise<LookUpOutcome> {
  const server = await rdapServerOf(asker, name);
  return server === null ? askWhois(asker, name) : askRdap(asker, server, name);
}

/** How each kind is looked up; all throw a LookFailure that says why there is no answer. */
export const askAbout: Readonly<Record<LookKind, (asker: Asker, subject: string) => Promise<LookUpOutcome>>> =
  {
    registration: askRegistry,
    dns: askDns,
    tls: askTls,
  };
