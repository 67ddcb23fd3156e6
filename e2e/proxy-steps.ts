import type { Page } from 'playwright-core';
import { login } from '../server/test/proxies.ts';
import type { Operator } from './harness.ts';
import { select } from './list-steps.ts';

interface Stored {
  id: string;
  name: string;
  port: number;
  country: string | null;
  comment: string | null;
  isActive: boolean;
}
export const stored = async (someone: Operator): Promise<Stored[]> =>
  (await someone.api<{ proxies: Stored[] }>('GET', '/proxies')).proxies;
let port = 8000;
export const proxy = async (someone: Operator, body: Record<string, unknown>): Promise<string> => {
  const usual = { ip: '203.0.113.7', port: (port += 1), username: 'user', password: 'S3cret', type: 'HTTP' };
  return (await someone.api<{ proxy: { id: string } }>('POST', '/proxies', { ...usual, ...body })).proxy.id;
};

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const form = (page: Page) => page.getByRole('dialog', { name: /^(Add|Edit) Proxy$/ });
export const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
export const password = (page: Page) => form(page).getByLabel(/^Password/);
export const filter = (page: Page, label: string) =>
  page.getByRole('search').getByLabel(label, { exact: true });
export const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
export const alerts = (page: Page) => form(page).getByRole('alert').allTextContents();
export const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

export async function connect(page: Page, ip: string, portNumber: number, type = 'HTTP'): Promise<void> {
  await field(page, 'IP Address').fill(ip);
  await field(page, 'Port').fill(String(portNumber));
  await select(form(page).getByLabel('Type'), type);
  await field(page, 'Username').fill(login.username);
  await password(page).fill(login.password);
}
