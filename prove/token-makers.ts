import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { tokenPermissions } from '@quartermaster/contract/api/permissions';
import { callerBy, makeToken } from '../server/test/api-tokens.ts';
import { createRecord, validBody } from '../server/test/records.ts';
import type { Answer, Client } from '../server/test/test-app.ts';
import { callAt, registerOperator } from './operator.ts';

export const withinSeconds = 10;

/** An event in the life of a token's maker. */
interface Turn {
  what: string;
  act: () => Promise<unknown>;
  back: () => Promise<unknown>;
  /** The statuses that reveals and imports must get at once; null: unaffected. */
  reveal: number | null;
  imported: number | null;
  /** Whether the answers to a read and a write reflect the event. */
  follows: (read: Answer, write: Answer) => boolean;
  /** Whether it ends the tokens; rejoining does not restore them. */
  ends: boolean;
}

/** Polls, so that caches stay in use; returns the seconds until the condition held. */
async function untilTrue(what: string, ask: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  for (;;) {
    const holds = await ask();
    const seconds = (performance.now() - began) / 1000;
    if (holds) return seconds;
    assert.ok(seconds < withinSeconds, `${what}: not in effect after ${seconds.toFixed(1)} s`);
    await wait(50);
  }
}

/**
 * An event at one server affects the maker's tokens at another: soon for all requests, at once for reveals and imports.
 * Returns the longest time in seconds.
 */
export async function followsMaker(one: string, two: string, admin: Client): Promise<number> {
  const owner = await registerOperator(one, 'owner@example.com');
  const person = await registerOperator(one, 'person@example.com');
  const { id } = await createRecord(owner, 'emails');
  const rows = [await validBody(owner, 'domains')];
  const { body } = await owner.call<{ data: { workspaces: { id: string }[] } }>('GET', '/workspaces');
  const headers = { 'x-workspace': body.data.workspaces[0]?.id ?? '' };
  const join = async () => {
    const invited = { email: person.email, role: 'EDITOR', secrets: true };
    const made = await owner.call<{ data: { url: string } }>('POST', '/invitations', invited);
    const token = made.body.data.url.split('#token=')[1];
    assert.equal((await person.call('POST', '/invitations/accept', { token })).status, 200);
  };
  const change = async (rights: object) =>
    assert.equal((await owner.call('PUT', `/members/${person.userId}`, rights)).status, 200);
  const disable = async (disabled: boolean) =>
    assert.equal(
      (await admin.call('PUT', `/installation/accounts/${person.userId}`, { disabled })).status,
      200,
    );
  const signIn = async () => {
    const { email } = person;
    const password = 'Correct-Horse-1';
    const answer = await callAt<{ data: { tokens: { accessToken: string } } }>(one, 'POST', '/auth/login', {
      email,
      password,
    });
    const { accessToken } = answer.body.data.tokens;
    person.call = callerBy((...args) => callAt(one, ...args), accessToken);
  };
  const refused = { reveal: 401, imported: 401, follows: ({ status }: Answer) => status === 401, ends: true };
  const turns: Turn[] = [
    {
      what: 'demoted',
      reveal: null,
      imported: 403,
      ends: false,
      act: () => change({ role: 'VIEWER' }),
      back: () => change({ role: 'EDITOR' }),
      follows: (_, write) => write.status === 403,
    },
    {
      what: 'without secrets',
      reveal: 403,
      imported: null,
      ends: false,
      act: () => change({ secrets: false }),
      back: () => change({ secrets: true }),
      follows: (read) => read.text.includes('"secretFields":["password"]'),
    },
    {
      what: 'scoped',
      reveal: 404,
      imported: 403,
      ends: false,
      act: () => change({ scope: [{ type: 'client', value: 'nobody' }] }),
      back: () => change({ scope: [] }),
      follows: (read, write) => read.status === 404 && write.status === 404,
    },
    {
      what: 'removed',
      ...refused,
      act: async () => assert.equal((await owner.call('DELETE', `/members/${person.userId}`)).status, 200),
      back: join,
    },
    {
      what: 'disabled',
      ...refused,
      act: () => disable(true),
      back: async () => {
        await disable(false);
        await signIn();
      },
    },
  ];
  let slowest = 0;
  await join();
  for (const { what, act, back, reveal, imported, follows, ends } of turns) {
    const { value } = await makeToken(person, { permissions: tokenPermissions }, headers);
    const call = callerBy((...args) => callAt(two, ...args), value);
    const ask = async () => {
      const [read, write] = [await call('GET', `/emails/${id}`), await call('PUT', `/emails/${id}`, {})];
      return follows(read, write);
    };
    const show = () => call('POST', `/emails/${id}/reveal`, { field: 'password' });
    assert.equal((await show()).status, 200, what);
    assert.equal(await ask(), false, what);
    await act();
    if (reveal !== null) assert.equal((await show()).status, reveal, `${what}: a reveal`);
    if (imported !== null) {
      const answer = await call('POST', '/domains/bulk-import', { domains: rows });
      assert.equal(answer.status, imported, `${what}: an import: ${answer.text}`);
    }
    slowest = Math.max(slowest, await untilTrue(what, ask));
    await back();
    if (ends)
      for (const url of [one, two])
        assert.equal((await callAt(url, 'GET', '/emails', undefined, value)).status, 401, `${what} and back`);
    else await untilTrue(`${what} and back`, async () => !(await ask()));
  }
  assert.match((await owner.call('GET', '/domains')).text, /"total":0/);
  return slowest;
}
