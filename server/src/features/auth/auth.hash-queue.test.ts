import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HashQueue, type Party } from './auth.hash-queue.ts';

/** Holds the first task of a queue; the others wait, and add their names to a list when they run. */
function held(options?: ConstructorParameters<typeof HashQueue>[0]) {
  const queue = new HashQueue(options);
  const gate = Promise.withResolvers<void>();
  const ran: string[] = [];
  const first = queue.run({ client: 'held', account: 'held' }, () => gate.promise);
  const refused: string[] = [];
  const waiting: Promise<unknown>[] = [first];
  const add = (name: string, party: Party) =>
    waiting.push(
      queue
        .run(party, () => Promise.resolve(ran.push(name)))
        .catch((error: unknown) => {
          assert.equal((error as { code: string }).code, 'SERVICE_UNAVAILABLE');
          refused.push(name);
        }),
    );
  const release = async () => {
    gate.resolve();
    await Promise.all(waiting);
    return { ran, refused };
  };
  return { add, release };
}

const many = (count: number, add: (n: number) => unknown) => {
  for (let n = 0; n < count; n += 1) add(n);
};

describe('the queue of password hashes', () => {
  test('runs one task after another, also after a failure', async () => {
    const queue = new HashQueue();
    const seen: string[] = [];
    const task = (name: string) => async () => {
      seen.push(`${name} in`);
      await Promise.resolve();
      seen.push(`${name} out`);
      if (name === 'b') throw new Error('b');
      return name;
    };
    const party = { client: 'c', account: 'a' };
    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run(party, task(name))));
    assert.deepEqual(seen, ['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });

  for (const [what, other] of [
    ['one client at one account', () => ({ client: 'busy', account: 'busy' })],
    ['one client at many accounts', (n: number) => ({ client: 'busy', account: `account-${n}` })],
    ['many clients at one account', (n: number) => ({ client: `client-${n}`, account: 'busy' })],
    ["one client at everybody else's account", () => ({ client: 'busy', account: 'own' })],
  ] as const)
    test(`150 tasks of ${what} delay another client by four turns at most`, async () => {
      const { add, release } = held();
      many(150, (n) => add('other', other(n)));
      add('own', { client: 'own', account: 'own' });
      const { ran, refused } = await release();
      assert.ok(ran.indexOf('own') <= 4, `it ran after ${ran.indexOf('own')} others`);
      assert.equal(refused.length, 0);
    });

  test('two accounts behind one client take turns', async () => {
    const { add, release } = held();
    many(150, () => add('busy', { client: 'office', account: 'busy' }));
    add('own', { client: 'office', account: 'own' });
    assert.ok((await release()).ran.indexOf('own') <= 2);
  });

  test('a full queue refuses a task of the party with the most tasks', async () => {
    const { add, release } = held({ waitingAtMost: 10 });
    many(10, () => add('busy', { client: 'busy', account: 'busy' }));
    add('own', { client: 'own', account: 'own' });
    const { ran, refused } = await release();
    assert.deepEqual(refused, ['busy']);
    assert.ok(ran.includes('own'));
  });

  test('refuses a task that waited too long when its turn comes', async () => {
    const queue = new HashQueue({ waitAtMostMs: -1 });
    await assert.rejects(
      queue.run({ client: 'c', account: 'a' }, () => Promise.resolve()),
      { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 },
    );
  });
});
