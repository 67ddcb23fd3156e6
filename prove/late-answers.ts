import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { makeToken } from '../server/test/api-tokens.ts';
import { fixtures } from '../server/test/fixtures/all.ts';
import { type RecordBody, fixtureOf, validBody } from '../server/test/records.ts';
import type { Client } from '../server/test/test-app.ts';
import type { Team } from './team.ts';

const heldMs = 10_000;
const rows = 8000;
/** Enough to fill the buffers of a connection several times. */
const comment = 'x'.repeat(1000);
const changed = 40;

/** The areas whose lists can be made long in one request; accounts would each need a mailbox of their own. */
const areas = Object.keys(fixtures).filter(
  (area) => fixtureOf(area).bulkKey !== undefined && area !== 'registrator-accounts',
);

/** Fills the lists. */
async function fill({ owner }: Team): Promise<void> {
  for (const area of areas) {
    const { bulkKey = '', crud, valid } = fixtureOf(area);
    const first = await validBody(owner, area);
    const imported = Array.from({ length: rows }, (_, index) => ({
      ...first,
      ...valid(100_000 + index),
      comment,
    }));
    const body = { [bulkKey]: imported };
    const { status, text } = await owner.call('POST', `${crud.path}/bulk-import`, body);
    assert.equal(status, 200, text);
  }
}

/** An answer that is read up to its first part, and then no further. */
class Unread {
  readonly what: string;
  readonly #response: IncomingMessage;

  private constructor(what: string, response: IncomingMessage) {
    this.what = what;
    this.#response = response;
  }

  static async begin(url: string, path: string, token: string, workspace: string): Promise<Unread> {
    const headers = { authorization: `Bearer ${token}`, 'x-workspace': workspace };
    const sent = request(`${url}/api${path}`, { agent: false, headers });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 200, path);
    return new Unread(path, response);
  }

  /** Reads the rest; returns it, and whether the answer was complete. */
  async rest(): Promise<{ text: string; isComplete: boolean }> {
    let text = '';
    try {
      for await (const chunk of this.#response.setEncoding('utf8')) text += String(chunk);
      return { text, isComplete: this.#response.complete };
    } catch {
      return { text, isComplete: false };
    }
  }
}

interface Reader {
  token: string;
  take: () => Promise<unknown>;
  /** Whether only answers with secrets break off. */
  secretsOnly?: true;
}

async function readersOf(team: Team, administrator: Client): Promise<Record<string, Reader>> {
  const join = (name: string) => team.join(`reader-${name}`, { role: 'VIEWER', secrets: true });
  const [removed, blind, scoped, ended, disabled, maker] = [
    await join('removed'),
    await join('blind'),
    await join('scoped'),
    await join('ended'),
    await join('disabled'),
    await join('maker'),
  ];
  const made = await makeToken(maker, { permissions: ['read', 'secrets'] });
  const scope = [{ type: 'nobody', value: 'has this' }];
  const path = `/installation/accounts/${disabled.userId}`;
  return {
    'is removed': { token: removed.token, take: () => team.remove(removed) },
    'may no longer read secrets': {
      token: blind.token,
      secretsOnly: true as const,
      take: () => team.change(blind, { secrets: false }),
    },
    'gets a scope': { token: scoped.token, take: () => team.change(scoped, { scope }) },
    'signs out': { token: ended.token, take: () => ended.call('POST', '/auth/logout') },
    'is disabled': { token: disabled.token, take: () => administrator.call('PUT', path, { disabled: true }) },
    'ends the API token': {
      token: made.value,
      take: () => maker.call('DELETE', `/tokens/${made.token.id}`),
    },
  };
}

/** Puts a word into the records that each list ends with. */
async function changeLast({ owner }: Team, area: string, word: string): Promise<void> {
  const { crud, secrets } = fixtureOf(area);
  const last = Math.floor(rows / changed);
  const { body, text } = await owner.call<{ data: Record<string, RecordBody[]> }>(
    'GET',
    `${crud.path}?secrets=omit&limit=${changed}&page=${last}`,
  );
  const records = body.data[crud.listKey];
  assert.ok(records && records.length > 0, text);
  const secret = secrets.includes('password') ? { password: word } : {};
  for (const { id } of records) {
    const answer = await owner.call('PUT', `${crud.path}/${id}`, { comment: word, ...secret });
    assert.equal(answer.status, 200, answer.text);
  }
}

/**
 * Takes rights away at one server while answers of another wait to be read, changes what they end with 10 s later, and
 * reads on: none may contain a change, and each must break off. Returns the number of answers.
 */
export async function answersBreakOff(here: string, team: Team, administrator: Client): Promise<number> {
  await fill(team);
  const readers = Object.entries(await readersOf(team, administrator));
  const kept = await team.join('reader-kept', { role: 'VIEWER', secrets: true });
  const paths = areas.flatMap((area) => {
    const { path } = fixtureOf(area).crud;
    return [path, `${path}/export`, `${path}/export?format=json`];
  });
  const begin = (token: string, path: string) => Unread.begin(here, path, token, team.workspace);
  const control = await Promise.all(paths.map((path) => begin(kept.token, path)));
  const unread: { who: string; answer: Unread }[] = [];
  for (const [who, { token, secretsOnly }] of readers)
    for (const path of paths.filter((each) => !secretsOnly || !each.includes('/export')))
      unread.push({ who, answer: await begin(token, path) });
  await Promise.all(readers.map(([, { take }]) => take()));
  await pause(heldMs);
  const word = 'changed-after-ten-seconds';
  await Promise.all(areas.map((area) => changeLast(team, area, word)));
  for (const { who, answer } of unread) {
    const { text, isComplete } = await answer.rest();
    const what = `${answer.what} of somebody who ${who}`;
    assert.ok(!text.includes(word), `${what} shows what was changed 10 s later`);
    assert.ok(!isComplete, `${what} did not break off`);
  }
  for (const answer of control) {
    const { text, isComplete } = await answer.rest();
    assert.ok(
      isComplete && text.includes(word),
      `${answer.what} was buffered or broke off, so it proves nothing`,
    );
  }
  return unread.length;
}
