import { limits } from '@quartermaster/contract/rules/limits';
import type { Client, TestApp } from './test-app.ts';

/** Sets when a person last proved their identity (ms); by default just too long ago. */
export async function confirmedAt(
  { db, services }: TestApp,
  { userId }: Pick<Client, 'userId'>,
  time = Date.now() - limits.confirmedMinutes * 60_000 - 1000,
): Promise<void> {
  await db.updateTable('sessions').set({ confirmedAt: time }).where('userId', '=', userId).execute();
  services.sessions.forget();
}
