import { type WayOut, alarm } from '@quartermaster/contract/rules/secrets';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import type { OwnedTableName, Schema, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { nextTime } from '../../lib/clock.ts';
import { areaOfTable } from '../kinds/entities.ts';
import { secretsOf } from '../kinds/secret-paths.ts';
import type { RecordTable } from '../list/record-table.ts';
import { namesOf } from '../table/record-names.ts';

type View = Schema['secret_views'];

/** A log entry without the part about records. */
const viewBy = ({ owner, user, token }: Caller, table: OwnedTableName, via: WayOut): View => ({
  ownerId: owner.id,
  id: uuid(),
  at: nextTime(),
  actorId: user.id,
  actorName: user.name,
  actorEmail: user.email,
  tokenId: token?.id ?? null,
  tokenName: token?.name ?? null,
  area: areaOfTable(table),
  recordId: null,
  recordName: null,
  field: null,
  via,
  count: 1,
  pieces: '[]',
  reason: null,
});

const pieceOf = (area: string, part: readonly (readonly [string, string[]])[]) => {
  const byFields = Map.groupBy(part, ([, fields]) => JSON.stringify(fields));
  const content = JSON.stringify(
    [...byFields.values()].map((some) => [some[0]?.[1] ?? [], some.map(([id]) => id)]),
  );
  const hash = createHash('sha256').update(`${area}\0${content}`).digest('base64url').slice(0, 22);
  return { hash, area, content, ids: part.map(([id]) => id) };
};

/** The content of a piece: fields, and the ids of the records that have them. */
export const contentOf = (content: string): [fields: string[], ids: string[]][] =>
  JSON.parse(content) as [string[], string[]][];

const linksAtOnce = 1000;

/** Stores which records a piece holds, or which pieces a view, as their JSON does: for the views of one record. */
async function insertLinks(
  tx: Tx,
  table: 'secret_piece_records' | 'secret_view_pieces',
  columns: readonly string[],
  links: readonly Readonly<Record<string, string>>[],
): Promise<void> {
  for (let start = 0; start < links.length; start += linksAtOnce)
    await tx
      .insertInto(table)
      .columns(columns as never)
      .expression(rowsOf(tx, table, columns, links.slice(start, start + linksAtOnce)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Logs an answer with secrets while it is read. */
export class AnswerLog {
  readonly #caller: Caller;
  readonly #table: RecordTable;
  readonly #view: View;
  #pieces: string[] = [];
  #count = 0;

  constructor(caller: Caller, table: RecordTable, via: WayOut) {
    this.#caller = caller;
    this.#table = table;
    this.#view = viewBy(caller, table.name, via);
  }

  /** Adds records in the transaction that read them. Call what it returns once that has committed. */
  async add(
    tx: Tx,
    records: readonly (Readonly<Record<string, unknown>> & { id: string })[],
  ): Promise<() => void> {
    const { owner, user } = this.#caller;
    const { entity, name } = this.#table;
    const found = records.flatMap((record) => {
      const fields = [...secretsOf(entity, record).keys()];
      return fields.length > 0 ? [[record.id, fields] as const] : [];
    });
    if (found.length === 0) return () => undefined;
    const pieces: ReturnType<typeof pieceOf>[] = [];
    for (let start = 0; start < found.length; start += serverLimits.viewPiece)
      pieces.push(pieceOf(this.#view.area, found.slice(start, start + serverLimits.viewPiece)));
    // Sorted, so that two answers logged at the same time can't deadlock.
    const distinct = [...new Map(pieces.map((piece) => [piece.hash, piece])).values()].toSorted((a, b) =>
      a.hash < b.hash ? -1 : 1,
    );
    const added = await tx
      .insertInto('secret_pieces')
      .values(distinct.map(({ hash, area, content }) => ({ ownerId: owner.id, hash, area, content })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('hash')
      .execute();
    const isNew = new Set(added.map(({ hash }) => hash));
    const holdings = distinct.flatMap(({ hash, ids }) =>
      isNew.has(hash) ? ids.map((recordId) => ({ ownerId: owner.id, recordId, hash })) : [],
    );
    await insertLinks(tx, 'secret_piece_records', ['ownerId', 'recordId', 'hash'], holdings);
    const views = distinct.map(({ hash }) => ({ ownerId: owner.id, hash, viewId: this.#view.id }));
    await insertLinks(tx, 'secret_view_pieces', ['ownerId', 'hash', 'viewId'], views);
    const lastAt = nextTime();
    await tx
      .insertInto('secret_piece_views')
      .values(distinct.map(({ hash }) => ({ ownerId: owner.id, actorId: user.id, hash, lastAt })))
      .onConflict((conflict) => conflict.columns(['ownerId', 'actorId', 'hash']).doUpdateSet({ lastAt }))
      .execute();
    const all = [...this.#pieces, ...pieces.map(({ hash }) => hash)];
    const counted = { count: this.#count + found.length, pieces: JSON.stringify(all) };
    if (this.#count > 0) {
      await tx
        .updateTable('secret_views')
        .set(counted)
        .where('ownerId', '=', owner.id)
        .where('id', '=', this.#view.id)
        .execute();
    } else {
      const [id = null] = this.#view.via === 'record' ? found.map(([first]) => first) : [];
      const [record] = id === null ? [] : await namesOf(tx, owner, name, [id]);
      const row = { ...this.#view, ...counted, recordId: id, recordName: record?.name ?? null };
      await tx.insertInto('secret_views').values(row).execute();
    }
    return () => {
      this.#pieces = all;
      this.#count = counted.count;
    };
  }
}

/** Records an audit event when a person reveals many secrets in a short time, once for each such period. */
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
    recordId: id,
    recordName: record?.name ?? null,
    field,
    reason,
  };
  await tx.insertInto('secret_views').values(row).execute();
  await watch(tx, caller, row.at);
}
