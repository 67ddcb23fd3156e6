import { type CdnProviderId, cdnProviderIds } from '@quartermaster/contract/catalog/cdn-provider-names';
import { type CdnProvider, cdnProviders } from '@quartermaster/contract/catalog/cdn-providers';
import type { CdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import type { Credentials } from '@quartermaster/contract/catalog/credential-field';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { authMethodErrors } from '@quartermaster/contract/rules/auth-method';
import { cdnCredentialErrors } from '@quartermaster/contract/rules/cdn-credentials';
import { paidBody, paidDefaults } from '../../form/renewal-values.ts';
import { filledCredentials } from '@quartermaster/contract/rules/credentials';

export const defaults = {
  provider: '',
  emailAccountId: '',
  password: '',
  isGoogleLogin: false,
  apiCredentials: {} as Credentials,
  proxyId: '',
  tags: [] as Tag[],
  comment: '',
  isActive: true,
  ...paidDefaults,
  secureNote: '',
};
export type CdnValues = typeof defaults;

const isProvider = (value: string): value is CdnProviderId =>
  (cdnProviderIds as readonly string[]).includes(value);

export const providerOf = (value: string): CdnProvider | undefined =>
  isProvider(value) ? cdnProviders[value] : undefined;

/** Credentials that hold the address of the chosen email account. */
export const addressFields = (provider: CdnProvider | undefined): string[] =>
  Object.entries(provider?.fields ?? {}).flatMap(([name, { type }]) => (type === 'email' ? [name] : []));

/** Credentials as shown and sent; the address follows the chosen email account. */
export function withAddress({ provider, apiCredentials }: CdnValues, address: string): Credentials {
  const names = addressFields(providerOf(provider));
  return { ...apiCredentials, ...Object.fromEntries(names.map((name) => [name, address])) };
}

/** Credentials belong to one provider: switching clears them, switching back restores the record's. */
export const withProvider = (
  provider: string,
  record: CdnAccount | undefined,
): Pick<CdnValues, 'provider' | 'apiCredentials'> => ({
  provider,
  apiCredentials: provider === record?.provider ? filledCredentials(record.apiCredentials) : {},
});

export function cdnBody(
  values: CdnValues,
  address: string,
  record: CdnAccount | undefined,
): Record<string, unknown> {
  const { isActive, ...others } = values;
  return {
    ...others,
    ...paidBody(values, record),
    apiCredentials: filledCredentials(withAddress(values, address)),
    ...(record && { isActive }),
  };
}

export function cdnErrors(values: CdnValues, address: string): FieldErrors {
  const { provider } = values;
  return {
    ...authMethodErrors(values),
    ...(isProvider(provider)
      ? cdnCredentialErrors({ provider, apiCredentials: withAddress(values, address) })
      : { apiCredentials: 'At least one API credential is required' }),
  };
}
