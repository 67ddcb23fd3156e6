import * as tags from '@quartermaster/contract/tags/tags.schema';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { changeTag } from './tags.change.ts';
import { tagReach, usedTags } from './tags.service.ts';

export function tagRoutes({ api, db, tables, sessions }: Services): void {
  implement(api, tags.list, async ({ caller }) => ({ tags: await usedTags(db, caller.owner) }));
  implement(api, tags.reach, async ({ caller, query }) => ({
    counts: await tagReach(db, caller.owner, query.tags),
  }));
  implement(api, tags.change, async ({ caller, body, request }) => {
    const change = await changeTag(db, tables, caller, body, request.raw.socket);
    if (change.scopes.count > 0 && !body.dryRun) sessions.forget();
    return change;
  });
}
