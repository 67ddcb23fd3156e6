import { emailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import { crudRoutes } from '../../http/crud-routes.ts';
import { RecordTable } from '../../records/record-table.ts';
import type { Services } from '../../services.ts';

export function emailRoutes({ api, db }: Services): void {
  crudRoutes(api, db, new RecordTable(emailAccount));
}
