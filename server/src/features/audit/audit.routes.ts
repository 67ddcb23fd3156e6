import * as audit from '@quartermaster/contract/audit/audit.schema';
import { implement, implementPersonal } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { listEvents } from './audit.service.ts';

export function auditRoutes({ api, db }: Services): void {
  implement(api, audit.list, ({ caller, query }) => listEvents(db, caller.owner.id, query));
  implementPersonal(api, audit.ofInstallation, ({ query }) => listEvents(db, null, query));
}
