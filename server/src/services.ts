import type { FastifyBaseLogger } from 'fastify';
import type { SessionCache } from './access/session-cache.ts';
import type { RefusedSignIns } from './access/refused-sign-ins.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Config } from './config.ts';
import type { AcknowledgeLinks } from './deliveries/acknowledge-links.ts';
import type { Keyring } from './secrets/keyring.ts';
import type { Db } from './db/schema.ts';
import type { Egress } from './net/egress.ts';
import type { Api } from './http/implement.ts';
import type { Tables } from './records/list/record-table.ts';

/** The services that features receive. */
export interface Services {
  api: Api;
  db: Db;
  /** Of every kind of record. */
  tables: Tables;
  keyring: Keyring;
  sessions: SessionCache;
  outbox: Outbox;
  refusals: RefusedSignIns;
  /** The way out to hosts that people or other servers name. */
  egress: Egress;
  /** Of messages to people. */
  links: AcknowledgeLinks;
  config: Config;
  log: FastifyBaseLogger;
}
