import { cdnAccount as cdnAccountEntity } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { availableTags } from '../../records/tags.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { cdnFigures } from './cdn.figures.ts';
import { cdnChoices } from './cdn.form-data.ts';
import { cdnAccounts, cdnConditions, getCdnAccount, listCdnAccounts } from './cdn.repository.ts';
import { createCdnAccount, updateCdnAccount } from './cdn.service.ts';

export function cdnRoutes({ api, db }: Services): void {
  crudRoutes(api, db, cdnAccountEntity, {
    table: cdnAccounts,
    conditions: cdnConditions,
    list: listCdnAccounts,
    get: getCdnAccount,
    create: createCdnAccount,
    update: updateCdnAccount,
  });
  implement(api, cdnAccountEntity.stats, async ({ caller }) => ({
    stats: await cdnFigures(db, caller.owner),
  }));
  implement(api, cdnAccountEntity.formData, ({ caller }) => cdnChoices(db, caller.owner));
  implement(api, cdnAccountEntity.tags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'cdn_accounts'),
  }));
  implement(api, cdnAccountEntity.export, async ({ caller, query, reply }) =>
    exportList(
      reply,
      cdnAccountEntity.export.download.name,
      cdnAccountEntity.csv,
      (page) => listCdnAccounts(db, caller.owner, page),
      query,
    ),
  );
}
