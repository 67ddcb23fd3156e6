import { type WayOut, alarm } from '@quartermaster/contract/rules/secrets';
import { v7 as uuid } from 'uuid';
import { auditBy } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import type { OwnedTableName, Schema, Tx } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import { areaOfTable } from './entities.ts';
import { namesOf } from './record-names.ts';

type View = Schema['secret_views'];

/** A row of the log without what it says of records. */
export const viewBy = ({ owner, user, principal }: Caller, table: OwnedTableName, via: WayOut): View => ({
  ...{ ownerId: owner.id, id: uuid(), at: nextTime() },
  ...{ actorId: user.id, actorName: user.name, actorEmail: user.email },
  ...{ tokenId: principal.kind === 'token' ? principal.id : null, tokenName: null },
  ...{ area: areaOfTable(table), recordId: null, recordName: null, field: null },
  ...{ via, count: 1, pieces: '[]', reason: null },
});

/** Many reveals by one person in a short time are an event of the audit, once for each such time. */
async function watch(tx: Tx, caller: Caller, now: number): Promise<void> {
  const since = now - alarm.minutes * 60_000;
  const { count } = await tx
    .selectFrom('secret_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', caller.owner.id)
    .where('actorId', '=', caller.user.id)
    .where('at', '>', since)
    .where('via', 'in', ['reveal', 'copy'])
    .executeTakeFirstOrThrow();
  if (Number(count) < alarm.reveals) return;
  const known = await tx
    .selectFrom('audit_events')
    .select('id')
    .where('workspaceId', '=', caller.owner.id)
    .where('action', '=', 'secrets.alarm')
    .where('actorId', '=', caller.user.id)
    .where('at', '>', since)
    .executeTakeFirst();
  if (known) return;
  const details = { reveals: Number(count), minutes: alarm.minutes };
  await auditBy(tx, caller, { action: 'secrets.alarm', subject: caller.user.email, details });
}

/** Logs one secret, in the transaction that reads it. */
export async function logReveal(
  tx: Tx,
  caller: Caller,
  table: OwnedTableName,
  { id, field, via, reason }: { id: string; field: string; via: WayOut; reason: string | null },
): Promise<void> {
  const [record] = await namesOf(tx, caller.owner, table, [id]);
  const row = {
    ...viewBy(caller, table, via),
    ...{ recordId: id, recordName: record?.name ?? null, field, reason },
  };
  await tx.insertInto('secret_views').values(row).execute();
  await watch(tx, caller, row.at);
}
