import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/schema.ts';
import { failSince } from './fail-since.ts';

const minuteMs = 60_000;
const warnsAfterMs = 60 * minuteMs;

interface Services {
  db: Db;
  log: FastifyBaseLogger;
  config: Parameters<typeof failSince>[1];
}

/** Warns once in the log when look-ups have failed everywhere for an hour: each of them is a line at `debug`. */
export function outageWarning({ db, log, config }: Services) {
  let isSaid = false;
  let nextAt = 0;
  /** Of any workspace. */
  let answeredAt = 0;
  return {
    answered: () => {
      isSaid = false;
      answeredAt = Date.now();
    },
    failed: async (ownerId: string, reason: string): Promise<void> => {
      const now = Date.now();
      // The question costs as much as there are checks.
      if (isSaid || now < nextAt || now - answeredAt < warnsAfterMs) return;
      nextAt = now + minuteMs;
      const since = await failSince(db, config, ownerId);
      if (since === null || now - Date.parse(since) < warnsAfterMs) return;
      isSaid = true;
      log.warn({ since, reason }, 'look-ups get no answer');
    },
  };
}
