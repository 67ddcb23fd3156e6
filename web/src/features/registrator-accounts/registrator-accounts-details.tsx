import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { Details } from '../../record/details.ts';
import { ApiStatus, Status } from './registrator-accounts-columns.tsx';

export const details: Details<RegistratorAccount> = {
  status: (account) => <Status account={account} />,
  // Null in an incomplete answer.
  credentials: ({ registratorType }: { registratorType: RegistratorAccount['registratorType'] | null }) =>
    registratorType?.apiFields ?? null,
  fields: {
    hasApiAccess: (account) => <ApiStatus account={account} />,
  },
};
