import { popularRegistrators } from '@quartermaster/contract/catalog/registrators';
import { registratorType } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { crudRoutes } from '../records/records.routes.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { registratorTypes } from './registrator-types.entity.ts';
import { registratorTypeStats } from './registrator-types.stats.ts';

export function registratorTypeRoutes({ api, db }: Services): void {
  implement(api, registratorType.popular, () => Promise.resolve({ popularTypes: [...popularRegistrators] }));
  implement(api, registratorType.stats, async ({ caller }) => ({
    stats: await registratorTypeStats(db, caller.owner),
  }));
  crudRoutes(api, db, registratorTypes);
}
