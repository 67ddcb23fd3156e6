import * as tags from '@quartermaster/contract/tags/tags.schema';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { changeTags } from './tags.change.ts';
import { tagReach, usedTags } from './tags.service.ts';

export function tagRoutes({ api, db, tables, sessions }: Services): void {
  implement(api, tags.list, async ({ caller }) => ({ tags: await usedTags(db, caller.owner) }));
  implement(api, tags.reach, async ({ caller, query }) => ({
    counts: await tagReach(db, caller.owner, query.tags),
  }));
  implement(api, tags.change, async ({ caller, body, request }) => {
    const { dryRun = false, type = '', value = '', to = null, changes = [{ type, value, to }] } = body;
    const change = await changeTags(db, tables, caller, changes, dryRun, request.raw.socket);
    if (change.scopes.count > 0 && !dryRun) sessions.forget();
    return change;
  });
}
