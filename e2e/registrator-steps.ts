import type { Locator, Page, Request } from 'playwright-core';
import type { Operator } from './harness.ts';

export interface RegistratorType {
  id: string;
  name: string;
  userId: string | null;
  hasApi: boolean;
  apiFields: Record<string, { label: string; type: string; required: boolean }>;
}

export const typesOf = async ({ api }: Operator): Promise<RegistratorType[]> =>
  (await api<{ registratorTypes: RegistratorType[] }>('GET', '/registrator-types')).registratorTypes;

export const addType = async ({ api }: Operator, body: object): Promise<RegistratorType> =>
  (await api<{ registratorType: RegistratorType }>('POST', '/registrator-types', body)).registratorType;

/** Returns its id, as the others do. */
export const addEmail = async ({ api }: Operator, email: string): Promise<string> =>
  (await api<{ emailAccount: { id: string } }>('POST', '/emails', { email, password: 'x' })).emailAccount.id;

export const addProxy = async ({ api }: Operator, name: string): Promise<string> => {
  const body = {
    name,
    ip: '203.0.113.7',
    port: 3128,
    type: 'HTTP',
    username: 'u',
    password: 'p',
    country: 'Germany',
  };
  return (await api<{ proxy: { id: string } }>('POST', '/proxies', body)).proxy.id;
};

export const addAccount = async ({ api }: Operator, body: object): Promise<string> =>
  (await api<{ registratorAccount: { id: string } }>('POST', '/registrator-accounts', body))
    .registratorAccount.id;

export const button = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name, exact: true });
export const textbox = (scope: Page | Locator, name: string) =>
  scope.getByRole('textbox', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** In the form of a registrator type. */
export async function addField(page: Page, name: string): Promise<void> {
  await button(page, 'Add Field').click();
  await page.getByLabel('Field name').fill(name);
  await button(dialog(page, 'Add Field'), 'Add').click();
}

/** Waits until a counter shows this number: counters reload after each change. */
export const showsFigure = (page: Page, label: string, figure: string): Promise<void> =>
  page.getByText(label, { exact: true }).locator(`xpath=following-sibling::*[.='${figure}']`).waitFor();

/** The body of the request that `act` sends. */
export async function sentBy(page: Page, method: string, act: () => Promise<unknown>): Promise<unknown> {
  const isSent = (request: Request) =>
    request.method() === method && request.url().includes('/api/registrator');
  const [request] = await Promise.all([page.waitForRequest(isSent), act()]);
  return request.postDataJSON() as unknown;
}

/** Chooses an option in a form; filters have the same labels but no search. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).and(page.locator('input')).fill(option);
  await page.getByRole('option', { name: option }).first().click();
}
