import type { Page } from 'playwright-core';
import type { Operator } from './harness.ts';

interface Stored {
  provider: string;
  password: string | null;
  isGoogleLogin: boolean;
  apiCredentials: Record<string, string>;
  proxyId: string | null;
  comment: string | null;
  isActive: boolean;
}
export const stored = async (someone: Operator): Promise<Stored[]> =>
  (await someone.api<{ cdnAccounts: Stored[] }>('GET', '/cdn')).cdnAccounts;
export const mailbox = async (someone: Operator, email = 'ops@example.com'): Promise<string> =>
  (await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', { email, password: 'x' }))
    .emailAccount.id;
export const account = async (someone: Operator, body: Record<string, unknown>): Promise<string> =>
  (
    await someone.api<{ cdnAccount: { id: string } }>('POST', '/cdn', {
      isGoogleLogin: body.password === undefined,
      apiCredentials: { apiKey: 'S3cretKey' },
      ...body,
    })
  ).cdnAccount.id;

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const form = (page: Page) => page.getByRole('dialog', { name: /^(Add|Edit) CDN Account$/ });
export const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
export const password = (page: Page) => form(page).getByLabel(/^Password/);
export const secret = (page: Page, label: string) =>
  form(page).getByRole('textbox', { name: label, exact: true });
export const provider = (page: Page) => form(page).getByLabel('CDN Provider');
export const google = (page: Page) => form(page).getByLabel('Use Google Login instead of password');
export const filter = (page: Page, label: string) =>
  page.getByRole('search').getByLabel(label, { exact: true });
export const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
export const alerts = (page: Page) => form(page).getByRole('alert').allTextContents();
export const choose = async (page: Page, label: string, option: string) => {
  await form(page).getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};
