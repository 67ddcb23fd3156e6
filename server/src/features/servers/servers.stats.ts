import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../records/table/scope.ts';

export const serverStats = (db: Db, owner: Owner) =>
  db
    .selectFrom('servers')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', '=', 'ACTIVE').as('active'),
      fn.countAll<number>().filterWhere('status', '=', 'INACTIVE').as('inactive'),
      fn.countAll<number>().filterWhere('status', '=', 'MAINTENANCE').as('maintenance'),
    ])
    .where(isOwn('servers', owner))
    .executeTakeFirstOrThrow();
