import * as history from '@quartermaster/contract/history/history.schema';
import { implement } from '../../http/implement.ts';
import { actorsOf } from '../../records/history/actors.ts';
import { undo } from '../../records/undo/undo.ts';
import type { Services } from '../../services.ts';
import { listBatches, readBatch } from './history.service.ts';

export function historyRoutes({ api, db, tables, sessions }: Services): void {
  implement(api, history.list, ({ caller, query }) => listBatches(db, caller, query));
  implement(api, history.actors, ({ caller }) => actorsOf(db, caller));
  implement(api, history.get, ({ caller, params, query }) =>
    readBatch(db, caller, params.batchId, query.cursor),
  );
  implement(api, history.undo, async ({ caller, params, body, request, reply }) => {
    const { dryRun = false, resolve = 'theirs', key = null } = body;
    const asked = { target: { batchId: params.batchId }, resolve };
    const options = { dryRun, key, client: request.raw.socket };
    const { undone, isAccepted } = await undo(db, caller, tables, asked, options);
    if (undone.followers) sessions.forget();
    if (isAccepted) void reply.status(202);
    return undone;
  });
}
