import * as history from '@quartermaster/contract/history/history.schema';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { listBatches, readBatch } from './history.service.ts';

export function historyRoutes({ api, db }: Services): void {
  implement(api, history.list, ({ caller, query }) => listBatches(db, caller, query));
  implement(api, history.get, ({ caller, params, query }) =>
    readBatch(db, caller, params.batchId, query.cursor),
  );
}
