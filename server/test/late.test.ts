import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { describe, test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { Caller, Demands, Person } from '../src/access/caller.ts';
import { changePassword, endOtherSessions } from '../src/features/auth/auth.account.ts';
import { linkIdentity } from '../src/features/auth/auth.identities.ts';
import { beginTotp } from '../src/features/auth/auth.totp.ts';
import { createToken } from '../src/features/tokens/tokens.service.ts';
import { createInvitation } from '../src/features/workspaces/workspaces.invitations.ts';
import { changeMember } from '../src/features/workspaces/workspaces.members.ts';
import { createWorkspace } from '../src/features/workspaces/workspaces.service.ts';
import { inBatch } from '../src/records/history/batches.ts';
import { confirmedAt } from './confirmations.ts';
import { nextNumber } from './records.ts';
import { type Client, password, startApp } from './test-app.ts';

const app = await startApp();
const { authenticate } = app.services.api;
await app.user('admin@example.com'); // The first user is the administrator; those after are ordinary users.

/** A member of a new owner's workspace, which becomes their default. */
async function team(rights: object) {
  const owner = await app.user(`owner-${nextNumber()}@example.com`);
  const member = await app.user(`member-${nextNumber()}@example.com`);
  const { id: workspaceId } = await app.ownerOf(owner);
  const made = await owner.call<{ data: { url: string } }>('POST', '/invitations', {
    email: member.email,
    ...rights,
  });
  assert.equal(made.status, 201, made.text);
  const token = made.body.data.url.split('#token=')[1];
  assert.equal((await member.call('POST', '/invitations/accept', { token })).status, 200);
  const chosen = await member.call('PUT', '/auth/me', { defaultWorkspaceId: workspaceId });
  assert.equal(chosen.status, 200, chosen.text);
  const remove = async () =>
    assert.equal((await owner.call('DELETE', `/members/${member.userId}`)).status, 200);
  const change = async (to: object) =>
    assert.equal((await owner.call('PUT', `/members/${member.userId}`, to)).status, 200);
  return { owner, member, workspaceId, remove, change };
}

const answerOf = async (sent: ClientRequest) => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  const { error } = JSON.parse(text) as { error?: { code: string } };
  return { status: response.statusCode ?? 0, code: error?.code ?? '', text };
};

/** Waits until the server has admitted a request whose body is incomplete, acts, and sends the rest of the body. */
async function meanwhile(
  { token }: Pick<Client, 'token'>,
  [method, path, body]: readonly [string, string, unknown],
  act: () => Promise<unknown>,
) {
  const text = JSON.stringify(body);
  const { permitted } = authenticate;
  const admitted = Promise.withResolvers<void>();
  authenticate.permitted = async (sender: Person) => {
    await permitted(sender);
    admitted.resolve();
  };
  const sent = request(`${app.url}/api${path}`, {
    method,
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      authorization: `Bearer ${token}`,
    },
  });
  sent.write(text.slice(0, 1));
  await admitted.promise;
  authenticate.permitted = permitted;
  await act();
  sent.end(text.slice(1));
  return answerOf(sent);
}

const refused = (answer: { status: number; code: string; text: string }, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.code], [status, code], answer.text);

// The proof `late` takes rights away while the bodies of all requests arrive.
describe('while its body arrives', () => {
  test('a refusal comes before the faults of the body', async () => {
    const { member, change } = await team({ role: 'EDITOR' });
    const answer = await meanwhile(member, ['POST', '/emails', { email: 1 }], () =>
      change({ role: 'VIEWER' }),
    );
    refused(answer, 403, 'FORBIDDEN');
  });

  test('a confirmation lapses', async () => {
    const person = await app.user();
    const write = ['POST', '/tokens', { name: 'Late', permissions: ['read'] }] as const;
    refused(await meanwhile(person, write, () => confirmedAt(app, person)), 403, 'CONFIRM_REQUIRED');
  });
});

/** The caller that the server made of a request which it admitted just now. */
async function admitted({ token }: Client, demands: Demands): Promise<Caller> {
  const sent = { headers: { authorization: `Bearer ${token}` }, ip: '127.0.0.1' } as FastifyRequest;
  return authenticate.member(await authenticate.person(sent, demands), null);
}

describe('work that waits after it was admitted', () => {
  test('stores no record once the rights are gone', async () => {
    const { member, change, remove, workspaceId } = await team({ role: 'EDITOR' });
    const early = await admitted(member, { access: 'write' });
    const act = { kind: 'edit', table: 'email_accounts' } as const;
    const store = (caller: Caller) =>
      inBatch(app.db, { ...act, owner: caller.owner, caller }, async (tx) => {
        const tag = {
          ownerId: workspaceId,
          id: nextNumber(),
          tableName: 'email_accounts',
          type: 'a',
          value: 'b',
        };
        await tx.insertInto('tags').values(tag).execute();
      });
    const late = { ...early, readAt: -60_000 };
    await change({ scope: [{ type: 'client', value: 'acme' }] });
    await assert.rejects(store(late), { code: 'FORBIDDEN' });
    await remove();
    await assert.rejects(store(late), { code: 'NOT_FOUND' });
    const tags = await app.db.selectFrom('tags').selectAll().where('ownerId', '=', workspaceId).execute();
    assert.deepEqual(tags, []);
  });

  test('changes no access once the session has ended', async () => {
    const person = await app.user();
    const { accessToken: token } = (
      await app.call<{ data: { tokens: { accessToken: string } } }>('POST', '/auth/login', {
        email: person.email,
        password,
      })
    ).body.data.tokens;
    const caller = await admitted({ ...person, token }, { access: 'member', confirmed: true });
    const { db, keyring } = app.services;
    const acts: Record<string, () => Promise<unknown>> = {
      'makes a token': () =>
        createToken(db, caller, { name: 'Late', permissions: ['read'], scope: [], addresses: [] }),
      'invites somebody': () => {
        const given = { email: 'x@example.com', role: 'VIEWER', secrets: false } as const;
        return createInvitation(db, caller, { ...given, scope: [] }, () => Promise.resolve());
      },
      'changes a member': () => changeMember(db, caller, person.userId, { secrets: true }),
      'changes the password': () => changePassword(db, caller, { current: password, next: 'New-Password-1' }),
      'ends sessions': () => endOtherSessions(db, caller),
      'links an identity': () =>
        linkIdentity(app.services, caller, { issuer: 'i', subject: 's', email: null, isVerified: false }),
      'sets a second factor up': () => beginTotp(db, keyring, caller),
      'makes a workspace': () => createWorkspace(db, keyring, caller, 'Late'),
    };
    await person.call('DELETE', '/auth/sessions');
    for (const [what, act] of Object.entries(acts))
      await assert.rejects(act(), { code: 'TOKEN_EXPIRED' }, `an ended session ${what}`);
  });
});

test('a password that was replaced while it was checked starts no session', async () => {
  const { startSession } = await import('../src/features/auth/auth.tokens.ts');
  const person = await app.user();
  const user = await app.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const keys = await app.services.keyring.systemKeys();
  const signIn = { client: 'c', origin: { address: '127.0.0.1', client: null }, method: 'password' } as const;
  await startSession(app.db, keys, user, signIn);
  const changed = await person.call('POST', '/auth/password', { current: password, next: 'New-Password-1' });
  assert.equal(changed.status, 200);
  await assert.rejects(startSession(app.db, keys, user, signIn), { code: 'INVALID_CREDENTIALS' });
});
