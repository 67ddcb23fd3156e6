import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

interface Reply {
  /** 200 by default; 0 closes the connection. */
  status?: number;
  type?: string;
  /** Text, or what is sent as JSON. */
  body?: unknown;
}
type Replying = Reply | (() => Reply);

function send(response: ServerResponse, replying: Replying): void {
  const {
    status = 200,
    type = 'application/json',
    body = '',
  } = typeof replying === 'function' ? replying() : replying;
  if (status === 0) return void response.destroy();
  const sent: unknown = typeof body === 'function' ? (body as () => unknown)() : body;
  response.writeHead(status, { 'content-type': type });
  response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Stands for a provider that answers wrongly, which no real one does on demand. */
export async function startStandIn() {
  let discovery: Replying = { status: 404 };
  let exchange: Replying = { status: 404 };
  const http = createServer((request, response) => {
    send(response, request.url === '/token' ? exchange : discovery);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  after(() => http.close());
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    issuer,
    client: { OIDC_CLIENT_ID: 'quartermaster', OIDC_CLIENT_SECRET: 'a secret of the client' },
    /** That of the sign-in in progress. */
    nonce: '',
    document: () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }),
    discovers: (next: Replying) => {
      discovery = next;
    },
    exchanges: (next: Replying) => {
      exchange = next;
    },
    /** What a token endpoint answers; a token that comes from it directly is trusted for its connection. */
    tokens: (claims: object) => {
      const now = Math.floor(Date.now() / 1000);
      const payload = { iat: now, exp: now + 60, ...claims };
      const token = [part({ alg: 'RS256' }), part(payload), part({})].join('.');
      return { access_token: 'a', token_type: 'bearer', id_token: token };
    },
  };
}
