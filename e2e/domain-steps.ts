import type { Page } from 'playwright-core';
import type { Operator } from './harness.ts';

export interface Stored {
  id: string;
  domain: string;
  expirationDate: string | null;
}

const dayMs = 86_400_000;
export const inDays = (days: number) => new Date(Date.now() + days * dayMs + dayMs / 2).toISOString();

/** Gives an operator a registrator account: Porkbun, for ops@example.com. */
export async function withAccount(
  someone: Operator,
  email = 'ops@example.com',
): Promise<{ someone: Operator; account: string }> {
  const { registratorTypes } = await someone.api<{ registratorTypes: { id: string; name: string }[] }>(
    'GET',
    '/registrator-types?search=Porkbun',
  );
  const { emailAccount } = await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
    email,
    password: 'x',
  });
  const { registratorAccount } = await someone.api<{ registratorAccount: { id: string } }>(
    'POST',
    '/registrator-accounts',
    { emailAccountId: emailAccount.id, registratorTypeId: registratorTypes[0]?.id, isGoogleLogin: true },
  );
  return { someone, account: registratorAccount.id };
}

/** Creates domains; the last one comes first in the list. */
export async function seeded(
  operator: Operator,
  ...domains: ({ domain: string } & Record<string, unknown>)[]
) {
  const { someone, account } = await withAccount(operator);
  const stored: Stored[] = [];
  for (const domain of domains) {
    const body = { registratorAccountId: account, ...domain };
    stored.push((await someone.api<{ domain: Stored }>('POST', '/domains', body)).domain);
  }
  return { someone, stored };
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
/** Toasts have the role of a dialog too. */
export const form = (page: Page) => page.getByRole('dialog', { name: /^(Add|Edit) Domain$/ });
export const filter = (page: Page, label: string) =>
  page.getByRole('search').getByLabel(label, { exact: true });
export const count = (page: Page, words: string) =>
  page.getByRole('search').getByText(words, { exact: true }).waitFor();

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Filters by one value, in place of those chosen before. */
export async function pick(page: Page, label: string, option: string): Promise<void> {
  await filter(page, label).click();
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option, exact: true }).click();
}
