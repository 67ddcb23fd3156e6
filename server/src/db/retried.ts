import { setTimeout as pause } from 'node:timers/promises';

const attempts = 5;
const pauseMs = 50;

/** PostgreSQL aborted the transaction: in a deadlock, or because another one wrote first. */
const isVictim = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

/** Runs a transaction again if the database aborted it in favour of others. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transaction();
    } catch (error) {
      if (!isVictim(error) || attempt === attempts) throw error;
      await pause(Math.random() * pauseMs * attempt);
    }
}
