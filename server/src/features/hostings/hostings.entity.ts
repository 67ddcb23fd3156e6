import { hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { hostingErrors, hostingFields } from '@quartermaster/contract/rules/hosting-credentials';
import { withoutStaleCredentials } from '../../records/kinds/provider-credentials.ts';
import { recordTable } from '../records/records.table.ts';

export const hostings = recordTable(hosting, {
  stored: withoutStaleCredentials(hostingFields),
  errors: hostingErrors,
});
