import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startStandIn } from '../../../test/provider-stand-in.ts';
import { type Answer, startApp } from '../../../test/test-app.ts';

interface Answered {
  data: { id: string; url: string };
  error: { code: string; message: string };
}

const provider = await startStandIn();
const { issuer } = provider;
const app = await startApp({ OIDC_ISSUER: issuer, ...provider.client });
const begin = () => app.call<Answered>('POST', '/auth/oidc');
/** The lines of the log that `work` adds about the provider, and its answer. */
async function logged(work: () => Promise<Answer<Answered>>) {
  const before = app.logs().length;
  const { status, body } = await work();
  const lines = app.logs().slice(before).split('\n');
  return {
    status,
    ...body.error,
    log: lines.filter((line) => line.includes('"identity provider: ')).join('\n'),
  };
}

describe('a provider that does not serve as one', () => {
  const document = provider.document();
  for (const [what, answer, message] of [
    ['has nothing there', { status: 404 }, 'The identity provider answered 404 Not Found'],
    ['fails', { status: 503, body: 'later' }, 'The identity provider answered 503 Service Unavailable'],
    ['redirects', { status: 302, body: '' }, 'The identity provider answered 302 Found'],
    [
      'shows a page',
      { type: 'text/html', body: '<h1>x</h1>' },
      'The identity provider answered something that is not JSON',
    ],
    [
      'sends broken JSON',
      { body: '{"issuer":' },
      'The identity provider answered something that is not JSON',
    ],
    ['closes the connection', { status: 0 }, 'The identity provider closed the connection'],
    [
      'is another one',
      { body: { ...document, issuer: 'https://other.example/realms/x' } },
      /names another issuer/,
    ],
    [
      'names no issuer',
      { body: { ...document, issuer: 7 } },
      /^The identity provider's answer is not valid: .*issuer/,
    ],
    [
      'names no endpoint',
      { body: { issuer } },
      /^The identity provider's answer is not valid: .*authorization_endpoint/,
    ],
  ] as const)
    test(`that ${what} is reported as that`, async () => {
      provider.discovers(answer);
      const refused = await logged(begin);
      assert.deepEqual([refused.status, refused.code], [503, 'SERVICE_UNAVAILABLE']);
      if (typeof message === 'string') assert.equal(refused.message, message);
      else assert.match(refused.message, message);
      assert.doesNotMatch(refused.message, /cannot be reached/);
      assert.match(refused.log, /identity provider: discovery failed/);
      if (what !== 'is another one') return;
      assert.ok(refused.log.includes('"foundIssuer":"https://other.example/realms/x"'), refused.log);
      assert.ok(refused.log.includes(`"expectedIssuer":"${issuer}`), refused.log);
    });

  test('is asked again once it does', async () => {
    provider.discovers({ body: document });
    assert.equal((await begin()).status, 200);
  });

  test('and changes its last slash each time is not followed for ever', async () => {
    const lost = await startApp({ OIDC_ISSUER: `${issuer}/a`, ...provider.client });
    let asked = 0;
    provider.discovers(() => ({
      body: { ...document, issuer: `${issuer}/a${(asked += 1) % 2 === 1 ? '/' : ''}` },
    }));
    assert.equal((await lost.call('POST', '/auth/oidc')).status, 503);
    assert.ok(asked <= 2, String(asked));
    provider.discovers({ body: document });
  });
});

/** Begins a visit and comes back with these parameters. */
async function comeBack(query: Record<string, string>): Promise<Answer<Answered>> {
  const { id, url } = (await begin()).body.data;
  const state = new URL(url).searchParams.get('state') ?? '';
  provider.nonce = new URL(url).searchParams.get('nonce') ?? '';
  return app.call<Answered>('POST', '/auth/login/oidc', {
    id,
    query: new URLSearchParams({ state, ...query }).toString(),
  });
}

describe('a refused sign-in', () => {
  for (const [error, description] of [
    ['access_denied', ''],
    ['access_denied', 'AADSTS65004: User declined to consent to access the app.'],
    ['access_denied', 'The resource owner denied the request'],
    ['access_denied', 'Login was cancelled by the user'],
    ['access_denied', 'no'],
    ['access_denied', 'Access denied'],
    ['access_denied', 'L’utilisateur a refusé'],
    ['user_cancelled_login', 'x'],
  ] as const)
    test(`reads as cancelled for ${error}: ${description}`, async () => {
      const refused = await logged(() =>
        comeBack({ error, ...(description !== '' && { error_description: description }) }),
      );
      assert.deepEqual([refused.status, refused.message], [401, 'You cancelled the sign-in']);
      assert.ok(refused.log.includes(`"error":"${error}"`), refused.log);
      assert.ok(
        description === '' || refused.log.includes(`"error_description":"${description}"`),
        refused.log,
      );
    });

  test('reads as what the provider says otherwise', async () => {
    for (const [error, description] of [
      ['access_denied', 'User is not assigned to the client application.'],
      ['access_denied', 'Blocked by a policy of your administrator'],
      ['login_required', 'Sign in first'],
      ['server_error', 'Database is down'],
    ] as const) {
      const refused = await logged(() => comeBack({ error, error_description: description }));
      const message = `The identity provider refused the sign-in: ${description} (${error})`;
      assert.deepEqual(
        [refused.status, refused.code, refused.message],
        [401, 'INVALID_CREDENTIALS', message],
      );
      assert.ok(refused.log.includes(`"error":"${error}","error_description":"${description}"`), refused.log);
    }
  });

  test('has short plain text, whatever the provider writes', async () => {
    const hostile = `\u202e\u0000<script>alert(1)</script>\n${'x'.repeat(3000)}`;
    const refused = await logged(() => comeBack({ error: 'server_error', error_description: hostile }));
    assert.ok(refused.message.length < 400, String(refused.message.length));
    assert.doesNotMatch(refused.message + refused.log, /[\u202e\u0000]|\\u0000|\\n/);
    assert.ok(refused.log.length < 1000);
  });

  test('says nothing that came with another state', async () => {
    const refused = await comeBack({ state: 'x', error: 'server_error', error_description: 'Call 555' });
    assert.equal(refused.status, 401);
    assert.doesNotMatch(refused.text, /555/);
  });

  test('names the cause when the code is exchanged', async () => {
    const claims = () => ({ iss: issuer, sub: 's', aud: 'quartermaster', nonce: provider.nonce });
    for (const [answer, message, told] of [
      [
        { status: 401, body: { error: 'invalid_client', error_description: 'wrong secret' } },
        'The identity provider refused the sign-in: wrong secret (invalid_client)',
        '"error":"invalid_client","error_description":"wrong secret"',
      ],
      [{ status: 502, body: 'x' }, 'The identity provider answered 502 Bad Gateway', '502 Bad Gateway'],
      [{ status: 0 }, 'The identity provider closed the connection', 'closed the connection'],
      [
        { body: () => provider.tokens({ ...claims(), iss: 'https://other.example' }) },
        'The identity provider names another issuer than the expected one; the log has both',
        '"foundIssuer":"https://other.example"',
      ],
      [
        { body: () => provider.tokens({ ...claims(), exp: 1 }) },
        /answer is not valid: .*"exp" \(expiration time\)/,
        '(expiration time)',
      ],
      [
        { body: () => provider.tokens({ ...claims(), nonce: 'x' }) },
        /answer is not valid: .*"nonce"/,
        'nonce',
      ],
    ] as const) {
      provider.exchanges(answer);
      const refused = await logged(() => comeBack({ code: 'c', iss: issuer }));
      assert.deepEqual([refused.status, refused.code], [401, 'INVALID_CREDENTIALS']);
      if (typeof message === 'string') assert.equal(refused.message, message);
      else assert.match(refused.message, message);
      assert.ok(refused.log.includes(told), refused.log);
      assert.doesNotMatch(refused.log, /access_token|eyJ/);
    }
    const mixed = await logged(() => comeBack({ code: 'c', iss: 'https://mixed.example' }));
    assert.ok(mixed.log.includes('"foundIssuer":"https://mixed.example"'), mixed.log);
  });
});
