import type { LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import { askDns } from './ask-dns.ts';
import { askRegistry } from './ask-registry.ts';
import { askTls } from './ask-tls.ts';
import type { Asker } from './asker.ts';
import type { LookUpOutcome } from './outcome.ts';

/** How each kind is looked up; all throw a LookFailure that says why there is no answer. */
export const askAbout: Readonly<Record<LookKind, (asker: Asker, subject: string) => Promise<LookUpOutcome>>> =
  {
    registration: askRegistry,
    dns: askDns,
    tls: askTls,
  };
