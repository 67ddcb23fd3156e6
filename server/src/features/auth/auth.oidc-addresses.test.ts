import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startVisits } from '../../../test/provider-visits.ts';

const visits = await startVisits();
const strict = await visits.start();
const trusting = await visits.start({ OIDC_TRUST_EMAIL: 'true' });
const byUpn = await visits.start({ OIDC_EMAIL_CLAIM: 'upn' });
const trustingUpn = await visits.start({ OIDC_EMAIL_CLAIM: 'upn', OIDC_TRUST_EMAIL: 'true' });
for (const app of [strict, trusting, byUpn, trustingUpn]) await app.user('admin@example.com');

let people = 0;
const nobody = () => `sub-${(people += 1)}`;
const notVerified = /does not say that your address is verified/;
/** Values of `email_verified` that verify nothing. */
const unverified = [false, undefined, null, 'false', 'yes', 1];

describe('an address from an identity provider', () => {
  test('that the provider has not verified neither registers nor links', async () => {
    const person = await strict.user();
    for (const flag of unverified) {
      const account = { sub: nobody(), email: `${nobody()}@example.com`, email_verified: flag };
      for (const refused of [
        await visits.signIn(strict, account),
        await visits.link(strict, person, account),
      ]) {
        assert.equal(refused.status, 403, `${String(flag)}: ${refused.text}`);
        assert.match(refused.body.error.message, notVerified);
      }
    }
    const taken = await visits.signIn(strict, { sub: nobody(), email: person.email, email_verified: false });
    assert.match(taken.body.error.message, notVerified, 'nor tells whether it has an account');
    const { rows } = { rows: await strict.db.selectFrom('identities').selectAll().execute() };
    assert.deepEqual(rows, []);
  });

  test('that it verified registers, also where the flag is a word', async () => {
    for (const flag of [true, 'true']) {
      const email = `${nobody()}@example.com`;
      const { status, text } = await visits.signIn(strict, { sub: nobody(), email, email_verified: flag });
      assert.equal(status, 200, text);
    }
  });

  test('does not matter to a person who is known', async () => {
    const sub = nobody();
    const email = `${sub}@example.com`;
    const { user } = (await visits.signIn(strict, { sub, email })).body.data;
    for (const later of [{ email, email_verified: false }, { email: 'not an address' }, {}]) {
      const again = await visits.signIn(strict, { sub, ...later });
      assert.equal(again.body.data.user.id, user.id, JSON.stringify(later));
    }
  });

  test('registers and links without being verified where the operator trusts the provider', async () => {
    const person = await trusting.user();
    for (const flag of unverified) {
      const email = `${nobody()}@example.com`;
      const registered = await visits.signIn(trusting, { sub: nobody(), email, email_verified: flag });
      assert.equal(registered.body.data.user.email, email, registered.text);
      const linked = await visits.link(trusting, person, { sub: nobody(), email, email_verified: flag });
      assert.equal(linked.status, 200, linked.text);
    }
  });

  test('comes from the claim that the operator names, which counts as unverified', async () => {
    const account = () => ({ sub: nobody(), email: 'other@example.com', upn: `${nobody()}@example.com` });
    const refused = await visits.signIn(byUpn, account());
    assert.match(refused.body.error.message, notVerified);
    const one = account();
    const registered = await visits.signIn(trustingUpn, one);
    assert.equal(registered.body.data.user.email, one.upn, registered.text);
    const without = await visits.signIn(trustingUpn, { sub: nobody(), email: 'other@example.com' });
    assert.match(without.body.error.message, /gave no email address/);
  });
});
