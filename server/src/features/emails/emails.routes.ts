import { emailAccount as emailAccountEntity } from '@quartermaster/contract/entities/emails/emails.schema';
import { availableTags } from '../../records/tags.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { emailAccounts, emailConditions, getEmailAccount, listEmailAccounts } from './emails.repository.ts';

export function emailRoutes({ api, db }: Services): void {
  crudRoutes(api, db, emailAccountEntity, {
    table: emailAccounts,
    conditions: emailConditions,
    list: listEmailAccounts,
    get: getEmailAccount,
    create: (tx, { owner }, body) => emailAccounts.insert(tx, owner, body),
    update: (tx, { owner }, before, body) => emailAccounts.update(tx, owner, before, body),
  });
  implement(api, emailAccountEntity.tags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'email_accounts'),
  }));
  implement(api, emailAccountEntity.export, async ({ caller, query, reply }) =>
    exportList(
      reply,
      emailAccountEntity.export.download.name,
      emailAccountEntity.csv,
      (page) => listEmailAccounts(db, caller.owner, page),
      query,
    ),
  );
}
