import { hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { hostingErrors, hostingFields } from '@quartermaster/contract/rules/hosting-credentials';
import { withoutStaleCredentials } from '../../records/kinds/provider-credentials.ts';
import { RecordTable } from '../../records/table/record-table.ts';

export const hostings = new RecordTable(hosting, {
  stored: withoutStaleCredentials(hostingFields),
  errors: hostingErrors,
});
