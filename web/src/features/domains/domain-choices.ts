import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { type CdnProviderId, cdnProviderNames } from '@quartermaster/contract/catalog/cdn-provider-names';
import type { DomainStatus } from '@quartermaster/contract/rules/expiry';
import type { PickerOption } from '../../ui/picker-list.tsx';
import type { WithGaps } from '../../records/entity.ts';
import type { Choice } from '../../list/facets/facet-filter.tsx';

const statusLabels: Record<DomainStatus, string> = {
  ACTIVE: 'Active',
  EXPIRING: 'Expiring',
  EXPIRED: 'Expired',
  BLOCKED: 'Blocked',
  TRANSFERRED: 'Transferred',
};
export const statusChoices: Choice[] = Object.entries(statusLabels).map(([value, label]) => ({
  value,
  label,
}));

export const expiringChoices: Choice[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

/** Counts each domain once, like the stats. */
export const expiryChoices: Choice[] = [
  { value: 'expired', label: 'Expired' },
  { value: 'expiring', label: 'Expiring soon' },
  { value: 'active', label: 'Active' },
  { value: 'expired,expiring', label: 'Expired or expiring soon' },
];

/** An unknown provider is shown by its id. */
export const providerName = (provider: string): string =>
  cdnProviderNames[provider as CdnProviderId] ?? provider;

/** The mailbox is unknown for an account outside the member's scope. */
export const accountOption = (account: WithGaps<Domain['registratorAccount']>): PickerOption => ({
  id: account.id,
  label: [
    account.registratorType?.name ?? '—',
    ...(account.emailAccount ? [account.emailAccount.email] : []),
  ].join(' · '),
});

export const serverOption = ({ id, name, ip }: NonNullable<Domain['server']>): PickerOption => ({
  id,
  label: name,
  hint: ip ?? undefined,
});

interface CdnAccount {
  id: string;
  provider: string;
  emailAccount?: { email: string };
}

export const cdnOption = ({ id, provider, emailAccount }: CdnAccount): PickerOption => ({
  id,
  label: providerName(provider),
  hint: emailAccount?.email,
});

/** The same text for a facet's value. */
export const accountWords = ({ label, detail }: { label: string; detail: string | null }): string =>
  [label, detail].filter(Boolean).join(' · ');
