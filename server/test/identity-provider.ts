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
  email: string;
}

/** A real OpenID provider on loopback. It signs in a preset account without asking. */
export async function startIdentityProvider(publicUrl: string) {
  let account: Account = { sub: 'nobody', email: 'nobody@example.com' };
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
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
    claims: { openid: ['sub'], email: ['email'] },
    cookies: { keys: ['test-only'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...account, sub }) }),
    loadExistingGrant: async (context: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) => {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  http.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: account.sub } });
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
    },
  };
}
