import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answered, startVisits } from '../../../test/provider-visits.ts';
import { password, startApp } from '../../../test/test-app.ts';

const visits = await startVisits();
const { settings, signsIn, visit } = visits;
const app = await visits.start();
const administrator = await app.user();
const begin = (on = app) => visits.begin(on);
const finish = (body: object, on = app) => visits.finish(on, body);
const signIn = (sub: string, email: string, more: object = {}, on = app) =>
  visits.signIn(on, { sub, email }, more);

describe('an identity provider', () => {
  test('is offered by its name', async () => {
    const { body } = await app.call<{ data: { oidc: unknown } }>('GET', '/auth/methods');
    assert.deepEqual(body.data.oidc, { name: 'Corner' });
  });

  test('registers an unknown person, and recognises them by issuer and subject', async () => {
    const first = await signIn('s1', 'one@example.com');
    assert.equal(first.status, 200, first.text);
    const { user, tokens } = first.body.data;
    assert.equal(user.email, 'one@example.com');
    assert.equal((await app.call('GET', '/emails', undefined, tokens.accessToken)).status, 200);
    const again = await signIn('s1', 'another@example.com');
    assert.equal(again.body.data.user.id, user.id);
    const { status } = await app.call('POST', '/auth/login', { email: user.email, password: 'Any-Word-1' });
    assert.equal(status, 401, 'no password opens the account');
    const confirmed = await app.call('GET', '/auth/confirm', undefined, tokens.accessToken);
    assert.deepEqual(confirmed.body, { data: { methods: [], hasPassword: false } });
  });

  test('neither lets a disabled person in nor registers them again', async () => {
    const { user } = (await signIn('s0', 'zero@example.com')).body.data;
    await administrator.call('PUT', `/installation/accounts/${user.id}`, { disabled: true });
    for (const email of ['zero@example.com', 'another-zero@example.com']) {
      const refused = await signIn('s0', email);
      assert.deepEqual([refused.status, refused.body.error.message], [403, 'This account is disabled']);
    }
    const { body } = await administrator.call<{ data: { events: { subject: string; details: object }[] } }>(
      'GET',
      '/installation/audit?action=session.refused&limit=2',
    );
    assert.deepEqual(
      body.data.events.map(({ subject, details }) => [subject, details]),
      ['another-zero', 'zero'].map((name) => [`${name}@example.com`, { method: 'identity provider' }]),
    );
  });

  test('does not link an account by its address, but by its person', async () => {
    const person = await app.user('local@example.com');
    const refused = await signIn('s2', 'local@example.com');
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT']);
    signsIn({ sub: 's2', email: 'local@example.com' });
    const { id, url } = await begin();
    const linked = await person.call('POST', '/auth/identities', { id, query: await visit(url) });
    assert.equal(linked.status, 200, linked.text);
    assert.equal((await signIn('s2', 'elsewhere@example.com')).body.data.user.id, person.userId);
    const other = await begin();
    const query = await visit(other.url);
    assert.equal((await administrator.call('POST', '/auth/identities', { id: other.id, query })).status, 409);
  });

  test('gives an address in either spelling of its domain', async () => {
    await app.user('iris@bücher.example');
    assert.equal((await signIn('s-idn-1', 'iris@xn--bcher-kva.example')).status, 409);
    const made = await signIn('s-idn-2', 'otto@xn--bcher-kva.example');
    assert.equal(made.body.data.user.email, 'otto@bücher.example');
    assert.equal((await signIn('s-idn-3', 'otto@BÜCHER.example')).status, 409);
    const invited = await administrator.call<{ data: { url: string } }>('POST', '/invitations', {
      email: 'uma@straße.example',
      role: 'VIEWER',
    });
    const invitation = invited.body.data.url.split('#token=')[1];
    const elsewhere = await signIn('s-idn-4', 'uma@strasse.example', { invitation });
    assert.equal(elsewhere.status, 404, elsewhere.text);
    const joined = await signIn('s-idn-5', 'uma@xn--strae-oqa.example', { invitation });
    assert.equal(joined.status, 200, joined.text);
  });

  test('accepts an answer once, from the browser that began, with its state and issuer', async () => {
    signsIn({ sub: 's3', email: 'three@example.com' });
    const { id, url } = await begin();
    assert.equal(new URL(url).searchParams.get('code_challenge_method'), 'S256');
    const query = await visit(url);
    const other = await begin();
    const mixed = await finish({ id: other.id, query });
    assert.deepEqual([mixed.status, mixed.body.error.code], [401, 'INVALID_CREDENTIALS']);
    assert.equal((await finish({ id: 'x'.repeat(43), query })).status, 401);
    assert.equal((await finish({ id, query })).status, 200);
    assert.equal((await finish({ id, query })).status, 401, 'a replay');
    for (const [name, value] of [
      ['iss', 'http://127.0.0.1:1'],
      ['state', 'x'],
      ['code', 'x'],
    ] as const) {
      const next = await begin();
      const changed = new URLSearchParams(await visit(next.url));
      changed.set(name, value);
      assert.equal((await finish({ id: next.id, query: changed.toString() })).status, 401, name);
    }
  });

  test('registers nobody new where registration is closed, except through an invitation', async () => {
    const closed = await startApp({ ...settings, REGISTRATION: 'closed', PASSWORD_SIGN_IN: 'on' });
    const before = await signIn('s4', 'four@example.com', {}, closed);
    assert.equal(before.status, 403, 'the administrator comes first');
    const owner = await closed.user();
    const refused = await signIn('s4', 'four@example.com', {}, closed);
    assert.deepEqual([refused.status, refused.body.error.message], [403, 'Registration is closed']);
    const invited = await owner.call<{ data: { url: string } }>('POST', '/invitations', {
      email: 'four@example.com',
      role: 'VIEWER',
    });
    const invitation = invited.body.data.url.split('token=')[1];
    const wrong = await signIn('s5', 'five@example.com', { invitation }, closed);
    assert.equal(wrong.status, 404, 'it is for another address');
    assert.equal((await signIn('s4', 'four@example.com', { invitation }, closed)).status, 200);
  });

  test('is the remaining way in where passwords are turned off', async () => {
    const off = await startApp({ ...settings, PASSWORD_SIGN_IN: 'off' });
    for (const path of ['/auth/login', '/auth/register']) {
      const answer = await off.call('POST', path, { email: 'a@example.com', password });
      assert.equal(answer.status, 403, path);
    }
    const { body } = await off.call<{ data: { password: boolean } }>('GET', '/auth/methods');
    assert.equal(body.data.password, false);
  });

  test('that cannot be reached is reported as such', async () => {
    const lost = await startApp({ ...settings, OIDC_ISSUER: 'http://127.0.0.1:1' });
    const answer = await lost.call<Answered>('POST', '/auth/oidc');
    const { code, message } = answer.body.error;
    assert.deepEqual([answer.status, code], [503, 'SERVICE_UNAVAILABLE']);
    assert.equal(message, 'The identity provider cannot be reached');
  });

  test('tells a person who cancelled that they did', async () => {
    visits.cancels();
    const { id, url } = await begin();
    const { status, body } = await finish({ id, query: await visit(url) });
    assert.deepEqual([status, body.error.message], [401, 'You cancelled the sign-in']);
    assert.match(app.logs(), /"error":"access_denied","error_description":"End-User aborted interaction"/);
  });

  test('is accepted with or without the last slash of its issuer', async () => {
    for (const path of ['/realms/one', '/realms/one/']) {
      const { settings: own, ...there } = await startVisits(path);
      const other = path.endsWith('/') ? own.OIDC_ISSUER.slice(0, -1) : `${own.OIDC_ISSUER}/`;
      for (const issuer of [own.OIDC_ISSUER, other]) {
        const on = await there.start({ OIDC_ISSUER: issuer });
        const person = await on.user();
        const linked = await there.link(on, person, { sub: 's', email: 'slash@example.com' });
        assert.equal(linked.status, 200, `${issuer}: ${linked.text}`);
        const known = await there.signIn(on, { sub: 's', email: 'slash@example.com' });
        assert.equal(known.body.data.user.id, person.userId);
        await on.db.updateTable('identities').set({ issuer: other }).execute();
        const again = await there.signIn(on, { sub: 's', email: 'slash@example.com' });
        assert.equal(again.body.data.user.id, person.userId, 'one whose issuer has changed its last slash');
      }
    }
  });
});
