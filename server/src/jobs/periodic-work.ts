import { v7 as uuid } from 'uuid';
import { takeLease } from './leases.ts';
import { forgetExpired } from '../access/accounts.ts';
import { checkAllExpirations } from '../features/domains/domains.service.ts';
import type { Services } from '../services.ts';

const hourMs = 3_600_000;
/** How often a process looks whether the hour's work is due. */
const lookMs = 60_000;

/** Runs the hourly work on one of the processes that share a database, at start and then once an hour. */
export function startPeriodicWork(services: Services): { stop: () => Promise<void> } {
  const { db, keyring, log } = services;
  const holder = uuid();
  let running: Promise<void> = Promise.resolve();

  const look = async () => {
    try {
      const now = Date.now();
      if (!(await takeLease(db, 'hourly', holder, now, hourMs))) return;
      await forgetExpired(db, now);
      await checkAllExpirations(db, keyring, now);
    } catch (error) {
      log.error({ name: error instanceof Error ? error.name : 'unknown' }, 'the hourly work failed');
    }
  };
  const timer = setInterval(() => {
    running = running.then(look);
  }, lookMs);
  running = look();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
