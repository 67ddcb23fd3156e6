import * as exposure from '@quartermaster/contract/exposure/exposure.schema';
import * as secretViews from '@quartermaster/contract/secret-views/secret-views.schema';
import { type Csv, csvHeader, csvRows } from '@quartermaster/contract/rules/csv';
import { fileAnswer, implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { createWorkList, listWorkLists, removeWorkList, setWorkItem, workListOf } from './exposure.lists.ts';
import { exposureOf, exposureRows, setExposure } from './exposure.service.ts';
import { listViews } from './exposure.views.ts';

const columns: Csv = {
  Area: 'area',
  Record: 'recordName',
  Field: 'field',
  How: 'how',
  Last: 'lastAt',
  'Another Value Since': 'changed',
  State: 'state',
  Reason: 'reason',
};

async function* file(lists: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const rows of lists) if (rows.length > 0) yield csvRows(columns, rows);
}

export function exposureRoutes({ api, db }: Services): void {
  implement(api, secretViews.list, ({ caller, query }) => listViews(db, caller.owner, query));
  implement(api, exposure.list, ({ caller, params, query }) => exposureOf(db, caller, params.userId, query));
  implement(api, exposure.exportFile, async ({ caller, params, reply }) =>
    fileAnswer(reply, exposure.exportFile.download, file(await exposureRows(db, caller, params.userId))),
  );
  implement(api, exposure.update, async ({ caller, params, body }) => ({
    exposure: await setExposure(db, caller, params, body),
  }));
  const { list, create, get, update, remove } = exposure.workLists;
  implement(api, list, async ({ caller }) => ({ workLists: await listWorkLists(db, caller) }));
  implement(api, create, async ({ caller, body }) => ({ workList: await createWorkList(db, caller, body) }));
  implement(api, get, ({ caller, params, query }) => workListOf(db, caller, params.id, query));
  implement(api, update, async ({ caller, params, body }) => ({
    item: await setWorkItem(db, caller, params, body),
  }));
  implement(api, remove, ({ caller, params }) => removeWorkList(db, caller, params.id));
}
