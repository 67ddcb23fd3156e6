import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import type { CredentialFields, Credentials } from '@quartermaster/contract/catalog/credential-field';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { filledCredentials } from '@quartermaster/contract/rules/credentials';
import { limits } from '@quartermaster/contract/rules/limits';
import { paidBody, paidDefaults, paidValues } from '../../form/renewal-values.ts';
import { hostingErrors, hostingFields } from '@quartermaster/contract/rules/hosting-credentials';

/** A credential of a provider without a preset. */
export interface FreeCredential {
  name: string;
  value: string;
}
export const blankCredential: FreeCredential = { name: '', value: '' };

export const defaults = {
  name: '',
  provider: '',
  websiteUrl: '',
  emailAccountId: '',
  isGoogleLogin: false,
  proxyId: '',
  hasApiAccess: false,
  /** Kept per preset, so that trying another one neither loses nor carries over values. */
  apiCredentials: {} as Record<string, Credentials>,
  freeCredentials: [blankCredential],
  tags: [] as Tag[],
  comment: '',
  isActive: true,
  ...paidDefaults,
  secureNote: '',
};
export type HostingValues = typeof defaults;

export function toValues({ provider, apiCredentials, ...record }: Hosting): Partial<HostingValues> {
  const paid = paidValues(record);
  if (hostingFields(provider))
    return { ...paid, apiCredentials: { [provider]: filledCredentials(apiCredentials) } };
  const free = Object.entries(filledCredentials(apiCredentials)).map(([name, value]) => ({ name, value }));
  return { ...paid, apiCredentials: {}, freeCredentials: free.length > 0 ? free : [blankCredential] };
}

export const providerOf = ({ provider }: HostingValues): string => provider.trim();

const presetCredentials = (values: HostingValues): Credentials =>
  values.apiCredentials[providerOf(values)] ?? {};

/** The preset's fields and the account's other ones; null for a provider without a preset. */
export function credentialFields(values: HostingValues): CredentialFields | null {
  const asked = hostingFields(providerOf(values));
  if (!asked) return null;
  const others = Object.keys(presetCredentials(values)).filter((name) => !Object.hasOwn(asked, name));
  const extra = others.map((name) => [name, { label: name, type: 'password', required: false }] as const);
  return { ...asked, ...Object.fromEntries(extra) };
}

export function enteredCredentials(values: HostingValues): Credentials {
  if (hostingFields(providerOf(values))) return presetCredentials(values);
  const named = values.freeCredentials.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]));
}

/** While API access is off, stored credentials stay and none are added. */
export const hostingBody =
  (record: Hosting | undefined) =>
  ({ freeCredentials, ...values }: HostingValues) => ({
    ...values,
    ...paidBody(values, record),
    apiCredentials: values.hasApiAccess
      ? enteredCredentials({ ...values, freeCredentials })
      : (record?.apiCredentials ?? {}),
  });

export function hostingRule(values: HostingValues): FieldErrors {
  if (!values.hasApiAccess) return {};
  const provider = providerOf(values);
  if (!hostingFields(provider)) return freeCredentialErrors(values.freeCredentials);
  return hostingErrors({ provider, hasApiAccess: true, apiCredentials: enteredCredentials(values) });
}

/** Ignores rows without input. */
function freeCredentialErrors(rows: readonly FreeCredential[]): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  rows.forEach(({ name, value }, index) => {
    const trimmed = name.trim();
    const at = `freeCredentials.${index}`;
    if (trimmed === '' && value !== '') errors[`${at}.name`] = 'Credential name is required';
    if (trimmed.length > limits.name)
      errors[`${at}.name`] = `Credential name must be less than ${limits.name} characters`;
    if (trimmed !== '' && seen.has(trimmed)) errors[`${at}.name`] = 'This credential already exists';
    if (trimmed !== '' && value.trim() === '') errors[`${at}.value`] = 'Credential value is required';
    seen.add(trimmed);
  });
  return errors;
}
