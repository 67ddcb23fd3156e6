import * as digests from '@quartermaster/contract/digests/digests.schema';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { changeDigest, digestOf } from './digests.service.ts';

export function digestRoutes({ api, db }: Services): void {
  implement(api, digests.get, async ({ caller }) => ({ digest: await digestOf(db, caller) }));
  implement(api, digests.update, async ({ caller, body }) => ({
    digest: await changeDigest(db, caller, body),
  }));
}
