import * as impact from '@quartermaster/contract/impact/impact.schema';
import { implement } from '../../http/implement.ts';
import { impactOf } from '../../records/impact.ts';
import type { Services } from '../../services.ts';

export function impactRoutes({ api, db }: Services): void {
  implement(api, impact.ofMany, ({ caller, body }) => impactOf(db, caller.owner, body.records));
}
