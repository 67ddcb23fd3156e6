import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createRecord, fixtureOf } from '../server/test/records.ts';
import type { Answer, Client } from '../server/test/test-app.ts';
import { registerOperator } from './operator.ts';
import { type Team, type TeamRights, teamOf } from './team.ts';

const withinMs = 10_000;
/** Repeats the check, since a right must not reappear. */
const repeated = 5;

const scope = [{ type: 'client', value: 'acme' }];

/** A change of a member, and how the other server shows it. */
interface Change {
  from: TeamRights;
  to: Partial<TeamRights> | 'removed';
  /** A request, and whether its answer is still the old one. */
  request: (call: Client['call']) => Promise<Answer>;
  isOld: (answer: Answer) => boolean;
  /** A request that must be refused at once, as it reads the membership in its own transaction. */
  atOnce?: {
    request: (call: Client['call'], id: string) => Promise<Answer>;
    isRefused: (answer: Answer) => boolean;
  };
}

const write = (call: Client['call']) => call('POST', '/emails', {});
const list = (call: Client['call']) => call('GET', '/emails');
const reveal = (call: Client['call'], id: string) =>
  call('POST', `/emails/${id}/reveal`, { field: 'password' });
const importOne = (call: Client['call']) =>
  call('POST', '/proxies/bulk-import', {
    proxies: [fixtureOf('proxies').valid(90_000)],
    skipDuplicates: false,
  });
const hasStatus = (status: number) => (answer: Answer) => answer.status === status;
const omits = ({ text }: Answer) => text.includes('"secretFields"');
const isEmpty = ({ text }: Answer) => text.includes('"total":0');

const changes: Record<string, Change> = {
  'a demotion': {
    from: { role: 'EDITOR' },
    to: { role: 'VIEWER' },
    request: write,
    isOld: hasStatus(400),
    atOnce: { request: importOne, isRefused: hasStatus(403) },
  },
  'a promotion': { from: { role: 'VIEWER' }, to: { role: 'EDITOR' }, request: write, isOld: hasStatus(403) },
  'the right to read secrets': {
    from: { role: 'VIEWER' },
    to: { secrets: true },
    request: list,
    isOld: omits,
  },
  'the loss of that right': {
    from: { role: 'VIEWER', secrets: true },
    to: { secrets: false },
    request: list,
    isOld: (answer) => !omits(answer),
    atOnce: { request: reveal, isRefused: hasStatus(403) },
  },
  'a scope': {
    from: { role: 'EDITOR', secrets: true },
    to: { scope },
    request: list,
    isOld: (answer) => !isEmpty(answer),
    atOnce: { request: reveal, isRefused: hasStatus(404) },
  },
  'the end of a scope': {
    from: { role: 'EDITOR', scope },
    to: { scope: [] },
    request: list,
    isOld: isEmpty,
  },
  'a removal': {
    from: { role: 'ADMIN' },
    to: 'removed',
    request: list,
    isOld: hasStatus(200),
    atOnce: { request: reveal, isRefused: hasStatus(404) },
  },
};

/** Changes members at one server, and returns how long the slowest change took to take effect at the other, in ms. */
export async function changesHold(team: Team, [here, other]: readonly [string, string]): Promise<number> {
  const { id } = await createRecord(team.owner, 'emails');
  const one = async ([what, { from, to, request, isOld, atOnce }]: [string, Change], index: number) => {
    const person = await team.join(`changed-${index}`, from);
    for (const url of [here, other])
      assert.ok(isOld(await request(person.at(url))), `${what} holds before it was made`);
    const began = performance.now();
    await (to === 'removed' ? team.remove(person) : team.change(person, to));
    if (atOnce) {
      const answer = await atOnce.request(person.at(other), id);
      assert.ok(atOnce.isRefused(answer), `${what} does not hold at once: ${answer.text}`);
    }
    while (isOld(await request(person.at(other)))) {
      assert.ok(performance.now() - began < withinMs, `${what} does not hold`);
      await pause(50);
    }
    const took = performance.now() - began;
    for (let count = 0; count < repeated; count += 1)
      for (const url of [here, other])
        assert.ok(!isOld(await request(person.at(url))), `${what} came undone`);
    return took;
  };
  return Math.max(...(await Promise.all(Object.entries(changes).map(one))));
}

type Act = (by: Client['call'], own: string, others: string) => Promise<Answer>;

/** The ways in which two owners could leave a workspace without any. */
const acts: readonly Act[] = [
  (call, own) => call('DELETE', `/members/${own}`),
  (call, _, others) => call('DELETE', `/members/${others}`),
  (call, own) => call('PUT', `/members/${own}`, { role: 'VIEWER' }),
  (call, _, others) => call('PUT', `/members/${others}`, { role: 'EDITOR' }),
];

/**
 * Two owners leave at the same time, at two servers, in every combination of ways; returns the number of workspaces
 * tried.
 */
export async function lastOwnersStay(
  servers: readonly [string, string],
  ownersOf: (workspace: string) => Promise<number>,
  rounds: number,
): Promise<number> {
  const [url] = servers;
  const one = await registerOperator(url, 'race-one@example.com');
  const other = await registerOperator(url, 'race-other@example.com');
  let tried = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const first of acts)
      for (const second of acts) {
        const made = await one.call<{ data: { workspace: { id: string } } }>('POST', '/workspaces', {
          name: 'Race',
        });
        assert.equal(made.status, 201, made.text);
        const team = teamOf(url, one, made.body.data.workspace.id);
        const member = await team.invite(other, { role: 'OWNER' });
        const answers = await Promise.all([
          first(team.owner.at(servers[0]), one.userId, other.userId),
          second(member.at(servers[1]), other.userId, one.userId),
        ]);
        const texts = answers.map(({ text }) => text).join(' ');
        for (const { status } of answers) assert.ok([200, 403, 404, 409].includes(status), texts);
        assert.ok(
          answers.some(({ status }) => status === 200),
          texts,
        );
        assert.ok((await ownersOf(team.workspace)) > 0, `a workspace without an owner: ${texts}`);
        tried += 1;
      }
  return tried;
}
