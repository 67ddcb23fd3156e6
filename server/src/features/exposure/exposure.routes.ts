import * as exposure from '@quartermaster/contract/exposure/exposure.schema';
import * as secretViews from '@quartermaster/contract/secret-views/secret-views.schema';
import { implement } from '../../http/implement.ts';
import { tableAnswer } from '../records/records.export-file.ts';
import type { Services } from '../../services.ts';
import { createWorkList, listWorkLists, removeWorkList, setWorkItem, workListOf } from './exposure.lists.ts';
import { madeBy, turnOff } from './exposure.made.ts';
import { exposureOf, exposureRows, setExposure } from './exposure.service.ts';
import { listViews } from './exposure.views.ts';

export function exposureRoutes({ api, db, tables }: Services): void {
  implement(api, secretViews.list, ({ caller, query }) => listViews(db, caller.owner, query));
  implement(api, exposure.list, async ({ caller, params, query }) => ({
    ...(await exposureOf(db, tables, caller, params.userId, query)),
    made: await madeBy(db, caller.owner.id, params.userId),
  }));
  implement(api, exposure.turnOff, async ({ caller, params, body }) => ({
    made: await turnOff(db, caller, params.userId, body),
  }));
  implement(api, exposure.exportFile, async ({ caller, params, query, reply }) => {
    const rows = await exposureRows(db, caller, params.userId);
    return tableAnswer(reply, exposure.exportFile.download, query.format, exposure.exposureColumns, rows);
  });
  implement(api, exposure.update, async ({ caller, params, body }) => ({
    exposure: await setExposure(db, caller, params, body),
  }));
  const { list, create, get, update, remove } = exposure.workLists;
  implement(api, list, async ({ caller }) => ({ workLists: await listWorkLists(db, caller) }));
  implement(api, create, async ({ caller, body }) => ({
    workList: await createWorkList(db, tables, caller, body),
  }));
  implement(api, get, ({ caller, params, query }) => workListOf(db, caller, params.id, query));
  implement(api, update, async ({ caller, params, body }) => ({
    item: await setWorkItem(db, caller, params, body),
  }));
  implement(api, remove, ({ caller, params }) => removeWorkList(db, caller, params.id));
}
