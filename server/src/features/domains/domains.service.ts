import type { EventEmitter } from 'node:events';
import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import { type DomainStatus, checkedStatus } from '@quartermaster/contract/rules/expiry';
import type { Db } from '../../db/schema.ts';
import { inBatch } from '../../records/history/batches.ts';
import { importRows } from '../../records/import/apply.ts';
import { type Owner, wholeOwner } from '../../access/owner.ts';
import type { Caller } from '../../access/caller.ts';
import type { Principal } from '../../access/principal.ts';
import { type Job, hourly } from '../../jobs/job.ts';
import type { Services } from '../../services.ts';
import { domains } from './domains.entity.ts';
import { outdatedDomains, ownersWithDomains } from './domains.outdated.ts';

/**
 * Updates the statuses of a workspace's domains from their dates and returns how many changed. A job does not change
 * versions.
 */
export const checkExpirations = (
  db: Db,
  { owner, ...by }: { owner: Owner; caller?: Caller },
  now: number,
): Promise<number> =>
  inBatch(db, { kind: 'expiry-check', table: 'domains', owner, ...by }, async (tx, batch) => {
    const derived = owner.principal.kind === 'job';
    let changed = 0;
    for await (const rows of outdatedDomains(tx, owner, now)) {
      // Another transaction may have changed a row before it was locked.
      const edits = rows.flatMap((row) => {
        const status = checkedStatus(row.status as DomainStatus, row.expirationDate, now);
        return status === row.status ? [] : [{ before: { ...row }, fields: { status } }];
      });
      await domains.owned.updateMany(tx, owner, edits, batch, { derived });
      changed += edits.length;
    }
    return changed;
  });

const principal: Principal = { kind: 'job', id: 'check-expirations', userId: null };

/** The job that does the same for every workspace, in a batch for each; its progress is the last workspace done. */
export const expirationCheck = ({ db, keyring }: Pick<Services, 'db' | 'keyring'>): Job => ({
  kind: principal.id,
  cron: hourly,
  run: async ({ signal, progress, save }) => {
    for (const id of await ownersWithDomains(db, progress)) {
      signal.throwIfAborted();
      const owner = wholeOwner(id, principal, await keyring.sealer(id));
      await checkExpirations(db, { owner }, Date.now());
      await save(id);
    }
  },
});

interface DomainImport {
  domains: unknown[];
  skipDuplicates: boolean;
  defaultStatus: DomainStatus;
}

const withStatus = (row: unknown, status: DomainStatus): unknown =>
  typeof row === 'object' && row !== null && ((row as { status?: unknown }).status ?? '') === ''
    ? { ...row, status }
    : row;

/** Rows without a status take the import's default. */
export const importDomains = (
  db: Db,
  caller: Caller,
  client: EventEmitter,
  { domains: rows, skipDuplicates, defaultStatus }: DomainImport,
): Promise<BulkResult> =>
  importRows(db, caller, client, domains, rows, {
    skipDuplicates,
    complete: (row) => withStatus(row, defaultStatus),
  });
