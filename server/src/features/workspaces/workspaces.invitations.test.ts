import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Invitation } from '@quartermaster/contract/invitations/invitations.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp({ TRUST_PROXY: 'true' });
const administrator = await app.user('admin@example.com');

/** Another client of the same person, within a workspace. */
const within = (person: Client, workspace: string): Client => ({
  ...person,
  call: (method, path, body) => person.call(method, path, body, { 'x-workspace': workspace }),
});

const invite = (inviter: Client, email: string, role: string) =>
  inviter.call<{ data: { invitation: Invitation; url: string }; error: { message: string } }>(
    'POST',
    '/invitations',
    { email, role },
  );

/** Invites a person and returns the token. */
async function tokenFor(inviter: Client, email: string, role = 'VIEWER'): Promise<string> {
  const { status, body, text } = await invite(inviter, email, role);
  assert.equal(status, 201, text);
  return body.data.url.split('#token=')[1] ?? '';
}

const accept = async ({ call }: Client, token: string): Promise<number> =>
  (await call('POST', '/invitations/accept', { token })).status;

async function team() {
  const owner = await app.user();
  const { id } = await app.ownerOf(owner);
  const add = async (role: string, person?: Client): Promise<Client> => {
    const member = person ?? (await app.user());
    assert.equal(await accept(member, await tokenFor(owner, member.email, role)), 200);
    return within(member, id);
  };
  const done = async (method: string, path: string, body?: object) =>
    assert.equal((await owner.call(method, path, body)).status, 200);
  return { owner, id, add, done };
}

const open = async ({ call }: Client): Promise<string[]> => {
  const { body } = await call<{ data: { invitations: Invitation[] } }>('GET', '/invitations');
  return body.data.invitations.map(({ email }) => email);
};

describe('an invitation is void for ever', () => {
  /** What takes an inviter's rights away, and what gives them back. */
  type Take = (inviter: Client, scene: Awaited<ReturnType<typeof team>>) => Promise<() => Promise<unknown>>;
  const ways: Record<string, Take> = {
    'when its inviter is removed': async (inviter, { add, done }) => {
      await done('DELETE', `/members/${inviter.userId}`);
      return () => add('ADMIN', inviter);
    },
    'when its inviter leaves': async (inviter, { add }) => {
      assert.equal((await inviter.call('DELETE', `/members/${inviter.userId}`)).status, 200);
      return () => add('ADMIN', inviter);
    },
    'when its inviter may invite nobody': async ({ userId }, { done }) => {
      await done('PUT', `/members/${userId}`, { role: 'EDITOR' });
      return () => done('PUT', `/members/${userId}`, { role: 'ADMIN' });
    },
    'when the account of its inviter is disabled': async ({ userId }) => {
      const set = async (disabled: boolean) => {
        const path = `/installation/accounts/${userId}`;
        assert.equal((await administrator.call('PUT', path, { disabled })).status, 200);
      };
      await set(true);
      return () => set(false);
    },
  };
  for (const [what, take] of Object.entries(ways))
    test(what, async () => {
      const scene = await team();
      const inviter = await scene.add('ADMIN');
      const invited = await app.user();
      const token = await tokenFor(inviter, invited.email);
      const giveBack = await take(inviter, scene);
      assert.deepEqual(await open(scene.owner), []);
      await giveBack();
      assert.equal(await accept(invited, token), 404);
    });

  test('when its inviter may not give that role any more, and others of the inviter stay', async () => {
    const { add, done, owner } = await team();
    const inviter = await add('OWNER');
    const [high, low] = [await app.user(), await app.user()];
    const tokens = [await tokenFor(inviter, high.email, 'OWNER'), await tokenFor(inviter, low.email)];
    await done('PUT', `/members/${inviter.userId}`, { role: 'ADMIN' });
    assert.deepEqual(await open(owner), [low.email]);
    await done('PUT', `/members/${inviter.userId}`, { role: 'OWNER' });
    assert.equal(await accept(high, tokens[0] ?? ''), 404);
    assert.equal(await accept(low, tokens[1] ?? ''), 200);
  });

  test('also one that an earlier version left behind', async () => {
    const { add, done, id, owner } = await team();
    const inviter = await add('ADMIN');
    const invited = await app.user();
    const token = await tokenFor(inviter, invited.email);
    const left = await app.db.selectFrom('invitations').selectAll().where('workspaceId', '=', id).execute();
    await done('DELETE', `/members/${inviter.userId}`);
    await app.db.insertInto('invitations').values(left).execute();
    await add('ADMIN', inviter);
    assert.equal(await accept(invited, token), 404);
    assert.deepEqual(await open(owner), []);
  });
});

test('an invitation is replaced with the role of whoever made it, or a higher one, and that is audited', async () => {
  const { add, owner } = await team();
  const admin = await add('ADMIN');
  const invited = await app.user();
  const first = await tokenFor(owner, invited.email, 'EDITOR');
  const refused = await invite(admin, invited.email, 'VIEWER');
  assert.equal(refused.status, 403, refused.text);
  assert.match(refused.body.error.message, /role OWNER/);
  const second = await tokenFor(owner, invited.email, 'VIEWER');
  assert.equal(await accept(invited, first), 404);
  assert.equal(await accept(invited, second), 200);
  const { body } = await owner.call<{ data: { events: AuditEvent[] } }>(
    'GET',
    '/audit?action=invitation.replaced',
  );
  assert.deepEqual(
    body.data.events.map(({ subject, details }) => ({ subject, details })),
    [
      {
        subject: invited.email,
        details: { invitedBy: owner.userId, role: 'EDITOR', secrets: false, scope: [] },
      },
    ],
  );
  const other = await app.user();
  await tokenFor(admin, other.email);
  await tokenFor(owner, other.email);
  assert.equal((await invite(admin, other.email, 'VIEWER')).status, 403);
});

describe('opening the link of an invitation', () => {
  const openWith = (token: string, from = '192.0.2.3') =>
    app.call<{ data: { invitation: object }; error: { code: string } }>(
      'POST',
      '/invitations/open',
      { token },
      undefined,
      { 'x-forwarded-for': from },
    );

  test('names the workspace, the inviter, the role and the address, and leaves it open', async () => {
    const owner = await app.user();
    const token = await tokenFor(owner, 'newcomer@example.com', 'EDITOR');
    const { workspace } = (
      await owner.call<{ data: { workspace: { name: string } } }>(
        'GET',
        `/workspaces/${(await app.ownerOf(owner)).id}`,
      )
    ).body.data;
    for (let time = 0; time < 2; time += 1)
      assert.deepEqual((await openWith(token)).body.data.invitation, {
        email: 'newcomer@example.com',
        role: 'EDITOR',
        workspace: workspace.name,
        invitedBy: owner.email,
      });
    assert.deepEqual(await open(owner), ['newcomer@example.com']);
  });

  test('says the same of a wrong token as of a withdrawn one', async () => {
    const owner = await app.user();
    const token = await tokenFor(owner, 'withdrawn@example.com');
    const { body } = await owner.call<{ data: { invitations: Invitation[] } }>('GET', '/invitations');
    const [{ id = '' } = {}] = body.data.invitations;
    assert.equal((await owner.call('DELETE', `/invitations/${id}`)).status, 200);
    const [withdrawn, wrong] = [await openWith(token), await openWith('wrong')];
    assert.equal(withdrawn.status, 404);
    assert.deepEqual(withdrawn.body, wrong.body);
  });

  test(`is limited to ${serverLimits.invitationsOpenedAtOnce} of one client at once`, async (t) => {
    const now = performance.now();
    t.mock.method(performance, 'now', () => now);
    for (let count = 0; count < serverLimits.invitationsOpenedAtOnce; count += 1)
      assert.equal((await openWith('wrong', '192.0.2.1')).status, 404);
    const late = await openWith('wrong', '192.0.2.1');
    assert.deepEqual([late.status, late.body.error.code], [429, 'RATE_LIMITED']);
    assert.equal(late.headers.get('retry-after'), String(serverLimits.invitationOpenedEverySeconds));
    assert.equal((await openWith('wrong', '192.0.2.2')).status, 404);
  });
});
