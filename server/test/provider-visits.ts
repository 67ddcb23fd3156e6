import assert from 'node:assert/strict';
import { startIdentityProvider } from './identity-provider.ts';
import { type Client, type TestApp, startApp } from './test-app.ts';

export const publicUrl = 'http://localhost:4000';

/** Follows the provider's redirects like a browser with cookies; returns the query string of the way back. */
async function visit(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let address = url, n = 0; n < 10; n += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    address = new URL(response.headers.get('location') ?? assert.fail(await response.text()), address).href;
    if (address.startsWith(publicUrl)) return new URL(address).search.slice(1);
  }
  return assert.fail('the provider never led back');
}

interface Begun {
  id: string;
  url: string;
}
export interface Answered {
  data: { user: { id: string; email: string }; tokens: { accessToken: string }; challenge?: { id: string } };
  error: { code: string; message: string };
}

type Account = Parameters<Awaited<ReturnType<typeof startIdentityProvider>>['signsIn']>[0];

/** A provider at this path of its server, and how to sign in through it. */
export async function startVisits(path = '') {
  const { settings, signsIn, cancels } = await startIdentityProvider(publicUrl, path);
  const begin = async (app: TestApp): Promise<Begun> => {
    const { body, status, text } = await app.call<{ data: Begun }>('POST', '/auth/oidc');
    assert.equal(status, 200, text);
    return body.data;
  };
  const finish = (app: TestApp, body: object) => app.call<Answered>('POST', '/auth/login/oidc', body);
  /** What the browser brings back after the provider signed somebody in. */
  const visitAs = async (app: TestApp, account: Account) => {
    signsIn(account);
    const { id, url } = await begin(app);
    return { id, query: await visit(url) };
  };
  return {
    settings,
    begin,
    finish,
    visit,
    signsIn,
    cancels,
    visitAs,
    start: (more: Record<string, string> = {}) => startApp({ ...settings, ...more }),
    signIn: async (app: TestApp, account: Account, more: object = {}) =>
      finish(app, { ...(await visitAs(app, account)), ...more }),
    link: async (app: TestApp, person: Client, account: Account) =>
      person.call<Answered>('POST', '/auth/identities', await visitAs(app, account)),
  };
}
