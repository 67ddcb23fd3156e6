import { domain } from '@quartermaster/contract/entities/domains/domains.schema';
import type { Tx } from '../../db/schema.ts';
import { looksOf, lookNow } from '../../expiry/lookups/look-now.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { cachedUntil } from '../../records/list/cache.ts';
import { streamedRows } from '../../records/list/streamed-list.ts';
import { answeringOwner } from '../../records/kinds/secret-paths.ts';
import { readerOf } from '../../records/secrets/logged-read.ts';
import { availableTags, tagCounts } from '../../records/list/tag-counts.ts';
import { crudRoutes } from '../records/records.routes.ts';
import { lookRoutes } from '../records/records.look-routes.ts';
import { implement, serializedAnswer } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { domains } from './domains.entity.ts';
import { domainChoices } from './domains.form-data.ts';
import { checkExpirations, importDomains } from './domains.service.ts';
import { domainGroups, domainStats, expirationCalendar, statsHoldUntil } from './domains.stats.ts';

const checksWaitingAtMost = 8;

export function domainRoutes({ api, db, config }: Services): void {
  implement(api, domain.stats, async ({ caller: { owner } }) => {
    const now = Date.now();
    const stats = await cachedUntil(db, owner, 'domain stats', now, async () => {
      const [counts, groups, tagsByType, calendar, until] = await Promise.all([
        domainStats(db, owner, now),
        domainGroups(db, owner),
        tagCounts(db, owner, 'domains'),
        expirationCalendar(db, owner, now),
        statsHoldUntil(db, owner, now),
      ]);
      return { value: { ...counts, ...groups, tagsByType, expirationCalendar: calendar }, until };
    });
    return { stats };
  });
  implement(api, domain.formData, async ({ caller: { owner } }) => ({
    ...(await domainChoices(db, owner)),
    availableTags: await availableTags(db, owner, 'domains'),
  }));
  implement(api, domain.expiring, async ({ caller, query, reply }) => {
    const owner = answeringOwner(caller.owner, query);
    const reader = readerOf(db, caller, owner, domains, 'list');
    const wanted = { expiringInDays: query.days, sortBy: 'expirationDate', sortOrder: 'asc' } as const;
    return serializedAnswer(reply, await streamedRows(db, owner, domains, wanted, reader));
  });
  implement(api, domain.checkExpiration, async ({ caller, request }) => ({
    updatesApplied: await inBulkQueue(db, caller.owner, request.raw.socket, checksWaitingAtMost, () =>
      checkExpirations(db, { owner: caller.owner, caller }, Date.now()),
    ),
  }));
  implement(api, domain.bulkImport, ({ caller, body, request }) =>
    importDomains(db, caller, request.raw.socket, body),
  );
  lookRoutes({ api, db, config }, 'domains', domain, domains);
  crudRoutes(api, db, domains, async (tx, owner, rows, isPreview) => {
    const looks = await looksOf(tx, config, owner.id, 'domains', rows);
    if (!isPreview) await lookNow(tx as Tx, owner.id, [...looks.values()].flat());
    return looks.size;
  });
}
