import { domain as domainEntity } from '@quartermaster/contract/entities/domains/domains.schema';
import { rememberedUntil } from '../../records/list/remembered.ts';
import { availableTags, tagCounts } from '../../records/tags.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { domainFigures, domainGroups, expirationCalendar, figuresHoldUntil } from './domains.figures.ts';
import { domainChoices } from './domains.form-data.ts';
import { domainConditions, getDomain, listDomains } from './domains.repository.ts';
import { domainTable } from './domains.rows.ts';
import { checkExpirations, importDomains, stored } from './domains.service.ts';

export function domainRoutes({ api, db }: Services): void {
  implement(api, domainEntity.stats, async ({ caller: { owner } }) => {
    const now = Date.now();
    const stats = await rememberedUntil(db, owner, 'domain stats', now, async () => {
      const [figures, groups, tagsByType, calendar, until] = await Promise.all([
        domainFigures(db, owner, now),
        domainGroups(db, owner),
        tagCounts(db, owner, 'domains'),
        expirationCalendar(db, owner, now),
        figuresHoldUntil(db, owner, now),
      ]);
      return { value: { ...figures, ...groups, tagsByType, expirationCalendar: calendar }, until };
    });
    return { stats };
  });
  implement(api, domainEntity.formData, async ({ caller: { owner } }) => ({
    ...(await domainChoices(db, owner)),
    availableTags: await availableTags(db, owner, 'domains'),
  }));
  implement(api, domainEntity.expiring, async ({ caller, query }) => {
    const wanted = { expiringInDays: query.days, sortBy: 'expirationDate', sortOrder: 'asc' } as const;
    return { domains: (await listDomains(db, caller.owner, wanted)).rows };
  });
  implement(api, domainEntity.tags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'domains'),
  }));
  implement(api, domainEntity.checkExpiration, async ({ caller }) => {
    const run = db.transaction().execute((tx) => checkExpirations(tx, caller.owner, Date.now()));
    return { updatesApplied: await run };
  });
  implement(api, domainEntity.bulkImport, ({ caller, body }) => importDomains(db, caller.owner, body));
  implement(api, domainEntity.export, async ({ caller, query, reply }) =>
    exportList(
      reply,
      domainEntity.export.download.name,
      domainEntity.csv,
      (page) => listDomains(db, caller.owner, page),
      query,
    ),
  );
  crudRoutes(api, db, domainEntity, {
    table: domainTable,
    conditions: domainConditions,
    list: listDomains,
    isKept: ({ expiringInDays }) => expiringInDays === undefined,
    get: getDomain,
    create: (tx, { owner }, body) => domainTable.insert(tx, owner, stored(body)),
    update: (tx, { owner }, before, body) => domainTable.update(tx, owner, before, stored(body)),
  });
}
