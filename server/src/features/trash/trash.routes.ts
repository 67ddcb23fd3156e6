import * as trash from '@quartermaster/contract/trash/trash.schema';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { implement } from '../../http/implement.ts';
import { undo } from '../../records/undo/undo.ts';
import type { Services } from '../../services.ts';
import { emptyTrash } from './trash.empty.ts';
import { listDeleted } from './trash.service.ts';

export function trashRoutes({ api, db, tables }: Services): void {
  implement(api, trash.list, ({ caller, query }) => listDeleted(db, caller, query));
  implement(api, trash.restore, async ({ caller, body: { ids, key = null }, request, reply }) => {
    const options = { dryRun: false, key, client: request.raw.socket };
    const asked = { target: { ids: [...new Set(ids)].filter(isUuid).sort() }, resolve: 'theirs' } as const;
    const { undone, isAccepted } = await undo(db, caller, tables, asked, options);
    if (isAccepted) void reply.status(202);
    return undone;
  });
  implement(api, trash.empty, ({ caller, body }) => emptyTrash(db, caller, body.ids));
}
