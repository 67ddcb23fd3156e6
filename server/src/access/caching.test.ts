import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { OnceAMinute, RightsCache } from './caching.ts';

test("a use is recorded once a minute, counting both the stored time and this process's own", () => {
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const seen = new OnceAMinute();
  assert.equal(seen.isDue('a', 1_000_000 - 59_999), false);
  assert.deepEqual(
    [seen.isDue('a', null), seen.isDue('a', null), seen.isDue('b', null)],
    [true, false, true],
  );
  mock.timers.setTime(1_059_999);
  assert.equal(seen.isDue('a', 0), false);
  mock.timers.setTime(1_060_000);
  assert.equal(seen.isDue('a', 0), true);
  // The clock was set back.
  mock.timers.setTime(900_000);
  assert.equal(seen.isDue('a', 1_060_000), true);
  mock.timers.reset();
});

test('rights are loaded once for all who ask meanwhile, and again once they were forgotten', async () => {
  const cache = new RightsCache<{ role: string }>();
  const loads: PromiseWithResolvers<{ role: string }>[] = [];
  const read = () =>
    cache.read('a', () => {
      const load = Promise.withResolvers<{ role: string }>();
      loads.push(load);
      return load.promise;
    });
  const first = [read(), read()];
  cache.clear();
  const later = read();
  assert.equal(loads.length, 2);
  loads[1]?.resolve({ role: 'VIEWER' });
  assert.deepEqual(await later, { role: 'VIEWER' });
  loads[0]?.resolve({ role: 'ADMIN' });
  assert.deepEqual(await Promise.all(first), [{ role: 'ADMIN' }, { role: 'ADMIN' }]);
  assert.deepEqual(await read(), { role: 'VIEWER' });
  assert.equal(loads.length, 2);
});
