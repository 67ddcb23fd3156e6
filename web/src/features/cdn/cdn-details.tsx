import type { CdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { cdnFields } from '@quartermaster/contract/rules/cdn-credentials';
import type { Details } from '../../record/details.ts';
import { Renewal, inRenewal } from '../../record/renewal.tsx';
import { Status, deleteQuestion } from './cdn-columns.tsx';
import { ProviderBadge } from './provider-badge.tsx';

export const details: Details<CdnAccount> = {
  status: (account) => <Status account={account} />,
  question: deleteQuestion,
  credentials: ({ provider }) => cdnFields(provider),
  fields: {
    provider: ({ provider }) => <ProviderBadge provider={provider} />,
    ...inRenewal,
  },
  more: (account) => <Renewal record={account} />,
};
