// On both engines: one bucket is shared by several servers.
import assert from 'node:assert/strict';
import { after, describe, mock, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../src/db/open.ts';
import type { Db } from '../src/db/schema.ts';
import { type Turn, oncePerSecond, stopQueue, stopUntil, takeTurn } from '../src/jobs/buckets.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const { db } = app;
/** As another process sees the database. */
const other = await openDatabase(app.config, () => undefined);
after(() => other.destroy());

let names = 0;
const bucket = () => `server-${(names += 1)}:443`;
const take = (key: string, hasWaited = true, from: Db = db, queue = 'one') =>
  takeTurn(from, key, oncePerSecond, { queue, hasWaited });
const untilOf = (turn: Turn): number => ('until' in turn ? turn.until : assert.fail('it was its turn'));
const endOf = (turn: Turn): Promise<void> =>
  'end' in turn ? turn.end() : assert.fail('it was not its turn');

/** Takes a turn as a job does: comes back when it was told to. */
async function inTurn(key: string, from: Db, work: () => Promise<void>): Promise<void> {
  for (let hasWaited = false; ; hasWaited = true) {
    const turn = await take(key, hasWaited, from);
    if ('end' in turn) {
      await work();
      return turn.end();
    }
    await pause(Math.max(1, turn.until - Date.now()));
  }
}

describe('a bucket', () => {
  test('lets one through at a time and one a second, whichever process asks', async () => {
    const key = bucket();
    const began: number[] = [];
    let running = 0;
    const work = async () => {
      running += 1;
      assert.equal(running, 1, 'two at once');
      began.push(performance.now());
      await pause(20);
      running -= 1;
    };
    await Promise.all([db, other, db, other].map((from) => inTurn(key, from, work)));
    began.slice(1).forEach((at, before) => assert.ok(at - (began[before] ?? 0) >= 1000, began.join()));
    assert.ok((began.at(-1) ?? 0) - (began[0] ?? 0) < 15_000, began.join());
  });

  test('gives newcomers places at the end of their queue, and others and other queues the next free time', async () => {
    const key = bucket();
    const first = await take(key);
    const [second, third] = [untilOf(await take(key, false)), untilOf(await take(key, false))];
    assert.ok(third - second >= 1000);
    assert.ok(untilOf(await take(key)) < third);
    for (let places = 0; places < 30; places += 1) untilOf(await take(key, false));
    const others = [await take(key, false, db, 'two'), await take(key, false, other, 'three')].map(untilOf);
    assert.ok(others.every((until) => until < third + 1000));
    await endOf(first);
    const free = untilOf(await take(key, true, db, 'two'));
    assert.ok(free > Date.now() && free <= Date.now() + 1000);
  });

  test('lets those of one queue wait that was stopped, and nobody else', async () => {
    const key = bucket();
    const stop = Date.now() + 30_000;
    await stopQueue(db, key, 'one', stop);
    assert.ok(untilOf(await take(key)) >= stop);
    assert.ok(untilOf(await take(key, false)) >= stop);
    await endOf(await take(key, true, other, 'two'));
  });

  test('opens again when its stop ends, or when the clock that set it was wrong', async (t) => {
    const key = bucket();
    const stop = Date.now() + 3_600_000;
    await stopUntil(db, key, stop);
    await stopUntil(db, key, stop - 60_000);
    assert.equal(untilOf(await take(key)), stop);
    await stopUntil(db, key, Date.now() + 30 * 86_400_000);
    const day = untilOf(await take(key));
    assert.ok(day <= Date.now() + 86_400_000);
    const clock = t.mock.method(Date, 'now', () => day - 10 * 86_400_000);
    await endOf(await take(key));
    clock.mock.restore();
  });

  test('keeps its windows, its stop and its queue when the clock is set back, and no longer', async () => {
    const key = bucket();
    const turn = await take(key);
    await stopUntil(db, key, Date.now() + 20_000);
    for (let places = 0; places < 30; places += 1) untilOf(await take(key, false));
    await endOf(turn);
    const now = Date.now() - 40_000_000;
    const clock = mock.method(Date, 'now', () => now);
    const [free, last] = [untilOf(await take(key)), untilOf(await take(key, false))];
    assert.ok(free > now + 10_000 && free <= now + 20_000, `${free - now}`);
    assert.ok(last > free && last <= now + 60_000, `${last - now}`);
    clock.mock.mockImplementation(() => free);
    await endOf(await take(key));
    assert.equal(untilOf(await take(key)), free + 1000);
    clock.mock.restore();
  });

  test('holds several windows', async () => {
    const key = bucket();
    const windows = [
      { ms: 1, most: 1 },
      { ms: 86_400_000, most: 2 },
    ];
    const began = Date.now();
    for (let count = 0; count < 2; count += 1) {
      await pause(5);
      await endOf(await takeTurn(db, key, windows, { queue: 'one', hasWaited: true }));
    }
    await pause(5);
    assert.ok(
      untilOf(await takeTurn(db, key, windows, { queue: 'one', hasWaited: true })) >= began + 86_400_000,
    );
  });

  test('is free again once its holder has not ended for longer than any request lasts', async (t) => {
    const key = bucket();
    // As another process left it that was killed.
    await endOf(await take(key));
    await db.updateTable('buckets').set({ holder: 'killed', windows: '[]' }).where('key', '=', key).execute();
    const clock = t.mock.method(performance, 'now', () => 0);
    untilOf(await take(key));
    for (let looks = 1; looks <= 10; looks += 1) {
      clock.mock.mockImplementation(() => looks * 2000);
      untilOf(await take(key));
    }
    // Suspended for an hour, which counts as a moment.
    clock.mock.mockImplementation(() => 3_600_000);
    await endOf(await take(key));
  });

  test('is not taken from a request of this process, however its clocks jump', async (t) => {
    const key = bucket();
    const turn = await take(key);
    const [wall, monotonic] = [Date.now(), performance.now()];
    let days = 1;
    t.mock.method(Date, 'now', () => wall + days * 86_400_000);
    t.mock.method(performance, 'now', () => monotonic + days * 86_400_000);
    for (; days < 30; days += 1) untilOf(await take(key, true));
    await endOf(turn);
  });
});
