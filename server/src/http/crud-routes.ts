import type { BulkAction } from '@quartermaster/contract/api/bulk-actions';
import type { Entity } from '@quartermaster/contract/api/entity';
import { etagOf } from '@quartermaster/contract/api/etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type BulkWork, bulkAction } from '../records/bulk-action.ts';
import type { Codec } from '../records/codec.ts';
import type { Condition } from '../records/list/conditions.ts';
import type { ListPage, ListQuery } from '../records/list/list-of.ts';
import { nouns } from '../records/references.ts';
import { relationsOf } from '../records/related.ts';
import { writtenOnce } from '../records/list/remembered.ts';
import type { OwnedTable } from '../records/owned-table.ts';
import type { Owner, StoredRow } from '../records/owner.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { Caller } from '../access/caller.ts';
import { expectVersion } from './if-match.ts';
import { type Api, implement } from './implement.ts';

/** What a kind of record supplies; `create` and `update` take input that the contract has validated. */
export interface CrudActions<C extends Entity> {
  table: BulkWork['table'] & Pick<OwnedTable<Record<string, Codec>>, 'find' | 'remove'>;
  /** What a list's filters select; an export and a bulk action are of the same rows. */
  conditions: (owner: Owner, query: z.output<C['query']> & ListQuery) => Condition[];
  list: (
    db: Db,
    owner: Owner,
    query: z.output<C['query']> & ListQuery,
  ) => Promise<ListPage<z.input<C['answer']>>>;
  /** Whether a list's answer may stay in memory: it holds no secret, and only a write can change it. */
  isKept?: (query: z.output<C['query']>) => boolean;
  /** Throws NOT_FOUND for another owner's records. */
  get: (db: Db, owner: Owner, id: string) => Promise<z.input<C['answer']>>;
  /** Returns the new id. */
  create: (tx: Tx, caller: Caller, body: z.output<C['create']['body']>) => Promise<string>;
  /** `before` is locked. */
  update: (tx: Tx, caller: Caller, before: StoredRow, body: z.output<C['update']['body']>) => Promise<void>;
  /** The owner as which a caller writes a record they see, by default their own. Throws if they may not write it. */
  writer?: (caller: Caller, row: StoredRow) => Owner;
}

/** The uniform handlers. Every write is one transaction; the response is read after it. */
export function crudRoutes<C extends Entity>(api: Api, db: Db, crud: C, actions: CrudActions<C>): void {
  const { table, writer = ({ owner }: Caller) => owner } = actions;
  const idOf = (params: unknown): string => (params as { id: string }).id;
  const item = async (owner: Owner, id: string, reply: FastifyReply) => {
    const record = await actions.get(db, owner, id);
    void reply.header('etag', etagOf(record as { updatedAt: string }));
    return { [crud.itemKey]: record };
  };
  /** Writes a record unless it changed since the version in `If-Match`. */
  const write = (
    { owner }: Caller,
    id: string,
    { headers }: FastifyRequest,
    act: (tx: Tx, before: StoredRow) => Promise<void>,
  ) =>
    db.transaction().execute(async (tx) => {
      const before = await table.find(tx, owner, id);
      expectVersion(headers['if-match'], crud.one, before);
      await act(tx, before);
    });

  implement(api, crud.list, async ({ query, caller: { owner }, reply }) => {
    const read = async () => {
      const { rows, pagination, stamp } = await actions.list(db, owner, query as never);
      return { data: { [crud.listKey]: rows, pagination }, stamp };
    };
    if (!actions.isKept?.(query as never)) return (await read()).data;
    return writtenOnce(db, owner, JSON.stringify([table.name, query]), async () => {
      const { data, stamp } = await read();
      return { text: reply.serialize({ data }) as string, stamp };
    });
  });
  implement(api, crud.get, ({ params, caller, reply }) => item(caller.owner, idOf(params), reply));
  implement(api, crud.create, async ({ body, caller, reply }) => {
    const id = await db.transaction().execute((tx) => actions.create(tx, caller, body as never));
    return item(caller.owner, id, reply);
  });
  implement(api, crud.update, async ({ params, body, caller, request, reply }) => {
    const id = idOf(params);
    await write(caller, id, request, (tx, before) => actions.update(tx, caller, before, body as never));
    return item(caller.owner, id, reply);
  });
  implement(api, crud.remove, async ({ params, caller, request }) => {
    const id = idOf(params);
    await write(caller, id, request, (tx, before) => table.remove(tx, writer(caller, before), before));
    return { id };
  });
  implement(api, crud.relations, ({ params, caller }) =>
    relationsOf(db, caller.owner, nouns[table.name].area, idOf(params)),
  );
  implement(api, crud.bulkActions, ({ body, caller }) => {
    const { owner } = caller;
    const { records, do: action } = body as {
      records: { ids: string[] } | { filter: z.output<C['query']> & ListQuery };
      do: BulkAction;
    };
    const work: BulkWork = {
      table,
      owner,
      writerOf: (row) => writer(caller, row),
      records: 'ids' in records ? records : { conditions: actions.conditions(owner, records.filter) },
      action,
    };
    return db.transaction().execute((tx) => bulkAction(tx, work));
  });
}
