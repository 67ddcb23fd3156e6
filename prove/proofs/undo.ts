import assert from 'node:assert/strict';
import type { Undone } from '@quartermaster/contract/history/history.schema';
import { fixtures } from '../../server/test/fixtures/all.ts';
import {
  type Body,
  type RecordBody,
  createFrom,
  createRecord,
  fixtureOf,
} from '../../server/test/records.ts';
import type { Answer, Client } from '../../server/test/test-app.ts';
import type { Context, Engine } from '../context.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';

/** What an undo must bring back: everything but the version, and the comments that others write meanwhile. */
type State = Map<string, string>;

const areas = Object.keys(fixtures);

async function stateOf(client: Client): Promise<State> {
  const state: State = new Map();
  for (const area of areas) {
    const { crud } = fixtureOf(area);
    const answer = await client.call<{ data: Record<string, RecordBody[]> }>(
      'GET',
      `${crud.path}?limit=1000`,
    );
    assert.equal(answer.status, 200, answer.text);
    for (const record of answer.body.data[crud.listKey] ?? []) {
      const own = Object.keys(crud.fields).filter((field) => field !== 'comment' && field !== 'tags');
      const tags = ((record['tags'] ?? []) as { type: string; value: string }[])
        .map(({ type, value }) => `${type}:${value}`)
        .sort();
      state.set(`${area} ${record.id}`, JSON.stringify([...own.map((field) => record[field]), tags]));
    }
  }
  return state;
}

/** Differences that nobody has named. */
const lostBetween = (before: State, after: State, named: ReadonlySet<string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => {
    const [, id = ''] = key.split(' ');
    return before.get(key) !== after.get(key) && !named.has(id);
  });

/** Acts of every kind, on records that random numbers choose. */
class Actor {
  readonly #context: Context;
  readonly #client: Client;
  #names = 0;

  constructor(context: Context, client: Client) {
    this.#context = context;
    this.#client = client;
  }

  async #some(area: string): Promise<string[]> {
    const { crud } = fixtureOf(area);
    const answer = await this.#client.call<{ data: Record<string, RecordBody[]> }>(
      'GET',
      `${crud.path}?limit=100`,
    );
    const ids = (answer.body.data[crud.listKey] ?? []).map(({ id }) => id);
    return ids.filter(() => this.#context.random() < 0.5);
  }

  #word = (): string => `w${this.#context.between(1, 4)}`;

  async act(): Promise<Answer> {
    const { call } = this.#client;
    const area = areas[this.#context.between(0, areas.length - 1)] ?? 'domains';
    const { crud, change } = fixtureOf(area);
    const [id = ''] = await this.#some(area);
    const tags = [
      { type: 't', value: this.#word() },
      { type: 'u', value: this.#word() },
    ];
    const bulk = (of: string, ids: string[], action: Body) =>
      call('POST', `${fixtureOf(of).crud.path}/bulk-actions`, { records: { ids }, do: action });
    switch (this.#context.between(0, 6)) {
      case 0:
        return call('PUT', `${crud.path}/${id}`, 'tags' in crud.fields ? { tags } : { name: this.#word() });
      case 1:
        return call('PUT', `${crud.path}/${id}`, { ...change, comment: undefined });
      case 2:
        return bulk('domains', await this.#some('domains'), { action: 'setStatus', status: 'BLOCKED' });
      case 3:
        return bulk('servers', await this.#some('servers'), { action: 'addTag', tag: tags[0] });
      case 4:
        return bulk(area, (await this.#some(area)).slice(0, 2), { action: 'delete' });
      case 5: {
        const [registratorAccountId] = await this.#some('registrator-accounts');
        const domains = [1, 2, 3].map(() => ({
          domain: `act-${(this.#names += 1)}.example`,
          registratorAccountId,
        }));
        return call('POST', '/domains/bulk-import', { domains });
      }
      default:
        return call('POST', '/emails', {
          email: `act-${(this.#names += 1)}@example.com`,
          password: this.#word(),
        });
    }
  }
}

interface Named {
  conflicts: { recordId: string }[];
  refused: { recordId: string; name: string; message: string }[];
}

async function undo(client: Client, batchId: string, resolve: string): Promise<(Undone & Named) | null> {
  const answer = await client.call<{ data: Undone }>('POST', `/history/${batchId}/undo`, { resolve });
  if (answer.status === 409) return null;
  assert.equal(answer.status, 200, answer.text);
  for (const { name, message } of answer.body.data.refused) assert.ok(name !== '' && message !== '');
  return answer.body.data;
}

/** Comments of records, which no act touches: an undo must not take any of them back. */
async function writeComments(client: Client, until: () => boolean): Promise<Map<string, string>> {
  const written = new Map<string, string>();
  for (let round = 0; !until(); round += 1) {
    const answer = await client.call<{ data: { domains: { id: string }[] } }>('GET', '/domains?limit=1000');
    for (const { id } of answer.body.data.domains) {
      const comment = `round ${round}`;
      const put = await client.call('PUT', `/domains/${id}`, { comment });
      if (put.status === 200) written.set(id, comment);
    }
  }
  return written;
}

async function attack(context: Context, engine: Engine): Promise<{ undone: number; named: number }> {
  const server = await context.start(await context.store(engine));
  const client = await registerOperator(server.url, 'undo@example.com');
  for (let count = 0; count < 3; count += 1) {
    const registratorAccountId = (await createRecord(client, 'registrator-accounts', { optional: true })).id;
    const serverId = (await createRecord(client, 'servers', { optional: true })).id;
    for (const name of ['a', 'b'])
      await createFrom(client, 'domains', {
        domain: `${name}${count}.example`,
        registratorAccountId,
        serverId,
      });
    await createRecord(client, 'cdn', { optional: true });
  }
  const before = await stateOf(client);
  const actor = new Actor(context, client);
  const batches: string[] = [];
  const wanted = context.quick ? 15 : 60;
  for (let tries = 0; batches.length < wanted && tries < 20 * wanted; tries += 1) {
    const id = (await actor.act()).headers.get('x-batch-id');
    if (id !== null) batches.push(id);
  }
  assert.equal(batches.length, wanted, 'too few acts changed anything');

  let isOver = false;
  const commenting = writeComments(client, () => isOver);
  const counts = { undone: 0, named: 0 };
  const left = [...batches];
  while (left.length > 0) {
    const [id = ''] = left.splice(context.between(0, left.length - 1), 1);
    const answer = await undo(client, id, 'theirs');
    counts.undone += answer?.counts.done ?? 0;
    counts.named += (answer?.conflicts.length ?? 0) + (answer?.refused.length ?? 0);
  }
  isOver = true;
  const comments = await commenting;
  const domains = await client.call<{ data: { domains: { id: string; comment: string }[] } }>(
    'GET',
    '/domains?limit=1000',
  );
  for (const { id, comment } of domains.body.data.domains)
    if (comments.has(id))
      assert.equal(comment, comments.get(id), 'an undo took back what somebody else wrote');

  // What is left, the last act first: everything is as before, or named.
  const named = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    named.clear();
    for (const id of batches.toReversed()) {
      const answer = await undo(client, id, 'mine');
      for (const { recordId } of answer?.refused ?? []) named.add(recordId);
    }
  }
  assert.deepEqual(lostBetween(before, await stateOf(client), named), [], 'neither back nor named');
  await server.stop('SIGTERM');
  return counts;
}

export const undoProof: Proof = {
  name: 'undo',
  promise: 'An undo brings records back to the byte or names what it cannot, and takes nothing from others.',
  seconds: 300,
  quick: true,
  run: async (context) => {
    const counts = { undone: 0, named: 0 };
    for (const engine of context.engines) {
      const { undone, named } = await attack(context, engine);
      counts.undone += undone;
      counts.named += named;
    }
    return `${counts.undone} records undone, ${counts.named} named as conflicts or refused, 0 lost`;
  },
};
