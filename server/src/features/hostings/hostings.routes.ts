import { hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { crudRoutes } from '../records/records.routes.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { hostings } from './hostings.entity.ts';
import { hostingStats } from './hostings.stats.ts';

export function hostingRoutes({ api, db }: Services): void {
  crudRoutes(api, db, hostings);
  implement(api, hosting.stats, ({ caller }) => hostingStats(db, caller.owner));
}
