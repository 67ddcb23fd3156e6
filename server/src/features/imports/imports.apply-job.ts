import { imports } from '@quartermaster/contract/imports/imports.schema';
import { callerLater } from '../../access/current.ts';
import { scopeKey, wholeOwner } from '../../access/owner.ts';
import type { Principal } from '../../access/principal.ts';
import { loggable } from '../../http/errors.ts';
import type { Job } from '../../jobs/job.ts';
import { AppError } from '../../lib/errors.ts';
import type { Services } from '../../services.ts';
import { type Applied, conflict, fail, isPassing, runOnce } from './imports.apply.ts';
import * as store from './imports.store.ts';

/** From then on the process that began is taken for dead. */
const abandonedMs = 60_000;

type ForJob = Pick<Services, 'db' | 'keyring' | 'log'>;

/** Goes on with what a process that died was asked to apply, with the rights that the person has now. */
async function goOn({ db, keyring }: ForJob, row: store.ImportRecord): Promise<void> {
  const { ownerId, userId } = row;
  const job: Principal = { kind: 'job', id: 'apply-imports', userId };
  const owner = wholeOwner(ownerId, job, await keyring.sealer(ownerId));
  let details: Applied | null = null;
  try {
    details = store.openDetails<Applied>(owner, row);
    const { principal, origin, startedAt } = details.applier;
    if (Math.abs(Date.now() - startedAt) < abandonedMs) return;
    const sender = { principal, origin, demands: imports.apply };
    const caller = await callerLater(db, sender, ownerId, owner.sealer);
    if (details.view !== scopeKey(caller.owner)) throw conflict('Your access to these records has changed');
    await runOnce(db, caller, row, details);
  } catch (error) {
    if (!isPassing(error)) {
      const message = error instanceof AppError ? error.message : 'Something went wrong on our side';
      await fail(db, owner, row, details, message);
    }
    throw error;
  }
}

/** The job that goes on with imports. One that can't be applied, now or at all, stops no other. */
export const importApplying = (services: ForJob): Job => ({
  kind: 'apply-imports',
  cron: '* * * * *',
  run: async ({ signal }) => {
    const applying = store.applyingImports(services.db);
    for (const { ownerId, id } of await applying.select(['ownerId', 'id']).orderBy('createdAt').execute()) {
      signal.throwIfAborted();
      const row = await applying
        .selectAll()
        .where('ownerId', '=', ownerId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (row)
        await goOn(services, row).catch((error: unknown) => {
          const cause =
            error instanceof AppError ? { code: error.code } : { error: loggable(error as Error) };
          services.log.warn({ importId: id, ...cause }, 'an import was not applied');
        });
    }
  },
});
