import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { hostingFields } from '@quartermaster/contract/rules/hosting-credentials';
import type { Details } from '../../record/details.ts';
import { Renewal, inRenewal } from '../../record/renewal.tsx';

export const details: Details<Hosting> = {
  fields: inRenewal,
  credentials: ({ provider }) => hostingFields(provider),
  more: (account) => <Renewal record={account} />,
};
