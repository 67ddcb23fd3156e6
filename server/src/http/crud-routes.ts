import type { AnyCrud } from '@quartermaster/contract/lib/crud';
import type { z } from 'zod';
import type { Db, Tx } from '../db/schema.ts';
import type { ListPage, ListQuery } from '../db/list.ts';
import type { Owner } from '../db/owner.ts';
import { type Api, implement } from './implement.ts';
import type { Caller } from './caller.ts';

/** What an area supplies; `create` and `update` take what the contract has checked. */
export interface CrudActions<C extends AnyCrud> {
  list: (
    db: Db,
    owner: Owner,
    query: z.output<C['query']> & ListQuery,
  ) => Promise<ListPage<z.input<C['entity']>>>;
  /** Throws NOT_FOUND for what is not this owner's. */
  get: (db: Db, owner: Owner, id: string) => Promise<z.input<C['entity']>>;
  /** Answers the new id. */
  create: (tx: Tx, caller: Caller, body: z.output<C['create']['body']>) => Promise<string>;
  update: (tx: Tx, caller: Caller, id: string, body: z.output<C['update']['body']>) => Promise<void>;
  remove: (tx: Tx, caller: Caller, id: string) => Promise<void>;
}

/** The five uniform handlers. Every write is one transaction; the answer is read after it. */
export function crudRoutes<C extends AnyCrud>(api: Api, db: Db, crud: C, actions: CrudActions<C>): void {
  const idOf = (params: unknown): string => (params as { id: string }).id;
  const item = async (owner: Owner, id: string) => ({ [crud.itemKey]: await actions.get(db, owner, id) });
  implement(api, crud.list, async ({ query, caller }) => {
    const { rows, pagination } = await actions.list(db, caller.owner, query as never);
    return { [crud.listKey]: rows, pagination };
  });
  implement(api, crud.get, ({ params, caller }) => item(caller.owner, idOf(params)));
  implement(api, crud.create, async ({ body, caller }) => {
    const id = await db.transaction().execute((tx) => actions.create(tx, caller, body as never));
    return item(caller.owner, id);
  });
  implement(api, crud.update, async ({ params, body, caller }) => {
    const id = idOf(params);
    await db.transaction().execute((tx) => actions.update(tx, caller, id, body as never));
    return item(caller.owner, id);
  });
  implement(api, crud.remove, async ({ params, caller }) => {
    const id = idOf(params);
    await db.transaction().execute((tx) => actions.remove(tx, caller, id));
    return { id };
  });
}
