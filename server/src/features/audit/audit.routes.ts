import * as audit from '@quartermaster/contract/audit/audit.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { limits } from '@quartermaster/contract/rules/limits';
import { implement, implementPersonal } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { listEvents } from './audit.service.ts';

export function auditRoutes({ api, db }: Services): void {
  implement(api, audit.list, ({ caller, query }) => listEvents(db, caller.owner.id, query));
  implementPersonal(api, audit.own, ({ caller, query }) => {
    const since = Date.now() - limits.eventDays * dayMs;
    return listEvents(db, null, { ...query, actorId: caller.user.id, since });
  });
  implementPersonal(api, audit.ofInstallation, ({ query }) => listEvents(db, null, query));
}
