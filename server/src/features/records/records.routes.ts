import type { BulkAction } from '@quartermaster/contract/api/bulk-actions';
import { etagOf } from '@quartermaster/contract/api/etag';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { writerOf } from '../../access/permit.ts';
import type { Caller } from '../../access/caller.ts';
import { type Db, type Tx, globalOwner } from '../../db/schema.ts';
import { type BulkLook, type BulkWork, bulkAction } from '../../records/bulk/bulk-action.ts';
import { areaOfTable } from '../../records/kinds/entities.ts';
import { type Batch, inBatch } from '../../records/history/batches.ts';
import { orDeleted } from '../../records/history/or-deleted.ts';
import { exportList } from './records.export-file.ts';
import { isLong, streamedList } from '../../records/list/streamed-list.ts';
import type { ListQuery } from '../../records/list/list.ts';
import type { Owner } from '../../access/owner.ts';
import type { StoredRow } from '../../records/kinds/row.ts';
import { type AnswerShape, answeringOwner } from '../../records/kinds/secret-paths.ts';
import type { RecordTable } from '../../records/list/record-table.ts';
import { revealSecret } from '../../records/secrets/reveal.ts';
import {
  hasOnlyNotes,
  isAnyNoted,
  isLogged,
  readWritten,
  readerOf,
} from '../../records/secrets/logged-read.ts';
import { relationsOf } from '../../records/table/relations.ts';
import { availableTags } from '../../records/list/tag-counts.ts';
import { notFound } from '../../lib/errors.ts';
import { expectVersion } from './records.if-match.ts';
import { type Api, implement, serializedAnswer } from '../../http/implement.ts';
import { recordRoutes } from './records.record-routes.ts';

/** The uniform handlers. Every write is one batch in one transaction, which also reads the answer. */
export function crudRoutes(api: Api, db: Db, table: RecordTable, look?: BulkLook): void {
  const { entity, owned } = table;
  const idOf = (params: unknown): string => (params as { id: string }).id;
  const answered = (record: Record<string, unknown> | undefined, reply: FastifyReply) => {
    if (!record) throw notFound(entity.one);
    void reply.header('etag', etagOf(record as unknown as { updatedAt: string }));
    return { [entity.itemKey]: record };
  };
  const shape = ({ owner }: Caller, query: unknown): Owner => answeringOwner(owner, query as AnswerShape);
  const orGone = <T>({ owner }: Caller, id: string, work: () => Promise<T>) =>
    orDeleted(db, owner, table.name, id, work);
  /** Writes a record unless its version differs from `If-Match`. */
  const write = <T>(
    kind: 'edit' | 'delete',
    caller: Caller,
    id: string,
    { headers }: FastifyRequest,
    act: (tx: Tx, writer: Owner, before: StoredRow, batch: Batch) => Promise<T>,
  ) =>
    orGone(caller, id, () =>
      inBatch(db, { kind, table: table.name, owner: caller.owner, caller }, async (tx, batch) => {
        const before = await owned.find(tx, caller.owner, id);
        expectVersion(headers['if-match'], entity.one, before);
        return act(tx, writerOf(caller, entity, before.ownerId), before, batch);
      }),
    );

  implement(api, entity.list, async ({ query, caller, reply }) => {
    const owner = shape(caller, query);
    const reader = readerOf(db, caller, owner, table, 'list');
    if (isLong(table, query as ListQuery))
      return serializedAnswer(reply, await streamedList(db, owner, table, query as ListQuery, reader));
    if (!isLogged(owner, table) || hasOnlyNotes(table)) {
      const { rows, pagination } = await table.list(db, owner, query as ListQuery);
      const isDone = !isLogged(owner, table) || !isAnyNoted(rows);
      return {
        [entity.listKey]: isDone ? rows : await reader(rows.map(({ id }) => String(id))),
        pagination,
      };
    }
    const { ids, pagination } = await table.listIds(db, owner, query as ListQuery);
    return { [entity.listKey]: await reader(ids), pagination };
  });
  implement(api, entity.get, async ({ params, query, caller, reply }) => {
    const id = idOf(params);
    const read = readerOf(db, caller, shape(caller, query), table, 'record');
    return orGone(caller, id, async () => answered((await read([id]))[0], reply));
  });
  implement(api, entity.create, async ({ body, query, caller, reply }) => {
    const fields = body as Record<string, unknown>;
    const writer = writerOf(caller, entity, fields['isGlobal'] === true ? globalOwner : caller.owner.id);
    const act = { kind: 'edit', table: table.name, owner: caller.owner, caller } as const;
    const record = await inBatch(db, act, async (tx, batch) => {
      const id = await table.create(tx, writer, fields, batch);
      return readWritten(tx, caller, shape(caller, query), table, id);
    });
    return answered(record, reply);
  });
  implement(api, entity.update, async ({ params, query, body, caller, request, reply }) => {
    const id = idOf(params);
    const record = await write('edit', caller, id, request, async (tx, writer, before, batch) => {
      await table.update(tx, writer, before, body as Record<string, unknown>, batch);
      return readWritten(tx, caller, shape(caller, query), table, id);
    });
    return answered(record, reply);
  });
  implement(api, entity.remove, async ({ params, caller, request }) => {
    const id = idOf(params);
    await write('delete', caller, id, request, (tx, writer, before, batch) =>
      owned.remove(tx, writer, before, batch),
    );
    return { id };
  });
  implement(api, entity.reveal, ({ params, body, caller }) =>
    orGone(caller, idOf(params), () => revealSecret(db, caller, table, idOf(params), body)),
  );
  implement(api, entity.relations, ({ params, caller }) =>
    orGone(caller, idOf(params), () => relationsOf(db, caller.owner, areaOfTable(table.name), idOf(params))),
  );
  recordRoutes(api, db, table);
  implement(api, entity.bulkActions, ({ body, caller, request }) => {
    const { owner } = caller;
    const {
      records,
      do: action,
      preview = false,
    } = body as {
      records: { ids: string[] } | { filter: ListQuery & Record<string, unknown> };
      do: BulkAction;
      preview?: boolean;
    };
    const work: BulkWork = {
      table: owned,
      owner,
      caller,
      writerOf: (row) => writerOf(caller, entity, row.ownerId),
      records: 'ids' in records ? records : { conditions: table.conditions(db, owner, records.filter) },
      action,
      look,
      preview,
      client: request.raw.socket,
    };
    return bulkAction(db, work);
  });
  implement(api, entity.facets, ({ query, caller: { owner } }) =>
    table.facets(db, owner, query as Record<string, unknown>),
  );
  implement(api, entity.export, ({ caller, query, reply }) =>
    exportList({ reply, db, caller }, table, query as ListQuery),
  );
  if (entity.tags)
    implement(api, entity.tags, async ({ caller }) => ({
      tags: await availableTags(db, caller.owner, table.name),
    }));
}
