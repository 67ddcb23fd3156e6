import * as tokens from '@quartermaster/contract/tokens/tokens.schema';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { createToken, listTokens, removeToken } from './tokens.service.ts';

export function tokenRoutes({ api, db, sessions }: Services): void {
  implement(api, tokens.list, async ({ caller }) => ({ tokens: await listTokens(db, caller) }));
  implement(api, tokens.create, ({ caller, body }) => createToken(db, caller, body));
  implement(api, tokens.remove, async ({ caller, params }) => {
    const removed = await removeToken(db, caller, params.id);
    sessions.forget();
    return removed;
  });
}
