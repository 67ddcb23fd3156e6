import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
// @ts-expect-error: the package has no types; these are the ones needed here
import Untyped from 'oidc-provider';

interface OpenIdProvider {
  Grant: new (of: object) => { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
  callback: () => (request: IncomingMessage, response: ServerResponse) => unknown;
  interactionFinished: (request: IncomingMessage, response: ServerResponse, result: object) => Promise<void>;
}
const Provider = Untyped as new (issuer: string, settings: object) => OpenIdProvider;

interface Account {
  sub: string;
  email?: string;
  /** True if absent. */
  email_verified?: unknown;
  upn?: string;
}

/**
 * A real OpenID provider on loopback, at this path of it. It signs in a preset account without asking, or lets the
 * person cancel.
 */
export async function startIdentityProvider(publicUrl: string, path = '') {
  let account: Account = { sub: 'nobody', email: 'nobody@example.com' };
  let isCancelled = false;
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const mounted = path.replace(/\/$/, '');
  const issuer = `http://127.0.0.1:${port}${path}`;
  const secret = 'a secret of the client that is long enough';
  const provider: OpenIdProvider = new Provider(issuer, {
    clients: [
      {
        client_id: 'quartermaster',
        client_secret: secret,
        redirect_uris: [`${publicUrl}/login/oidc`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['upn'] },
    cookies: { keys: ['test-only'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ email_verified: true, ...account, sub }),
    }),
    loadExistingGrant: async (context: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) => {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  http.on('request', (request, response) => {
    const { url = '/' } = request;
    if (!url.startsWith('/interaction/')) {
      // The provider derives its own addresses from both.
      Object.assign(request, { originalUrl: url, url: url.slice(mounted.length) });
      return void answer(request, response);
    }
    const cancelled = { error: 'access_denied', error_description: 'End-User aborted interaction' };
    const result = isCancelled ? cancelled : { login: { accountId: account.sub } };
    void provider.interactionFinished(request, response, result);
  });
  after(() => http.close());
  return {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'quartermaster',
      OIDC_CLIENT_SECRET: secret,
      OIDC_NAME: 'Corner',
      PUBLIC_URL: publicUrl,
    },
    /** Sets who signs in next. */
    signsIn: (next: Account) => {
      account = next;
      isCancelled = false;
    },
    cancels: () => {
      isCancelled = true;
    },
  };
}
