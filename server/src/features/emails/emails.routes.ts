import { emailCsv, emailExport, emailTags, emails } from '@quartermaster/contract/entities/emails';
import { availableTags } from '../../db/tags.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../http/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { emailAccounts, getEmailAccount, listEmailAccounts } from './emails.repository.ts';

export function emailRoutes({ api, db }: Services): void {
  crudRoutes(api, db, emails, {
    list: listEmailAccounts,
    get: getEmailAccount,
    create: (tx, { owner }, body) => emailAccounts.insert(tx, owner, body),
    update: async (tx, { owner }, id, body) =>
      emailAccounts.update(tx, owner, await emailAccounts.find(tx, owner, id), body),
    remove: (tx, { owner }, id) => emailAccounts.remove(tx, owner, id),
  });
  implement(api, emailTags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'email_accounts'),
  }));
  implement(api, emailExport, async ({ caller, query, reply }) =>
    exportList(
      reply,
      emailExport.download.name,
      emailCsv,
      (page) => listEmailAccounts(db, caller.owner, page),
      query,
    ),
  );
}
