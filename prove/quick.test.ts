import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { engine } from '../server/test/test-app.ts';
import { proofs } from './proofs.ts';
import { newContext } from './context.ts';

/** Runs the quick proofs, with small sizes, on the engine of this run. */
for (const { name, promise, run } of proofs.filter(({ quick }) => quick))
  test(`${name}: ${promise}`, async (t) => {
    const seed = randomInt(2 ** 31);
    const { context, end } = newContext({ seed, quick: true, engines: [engine] });
    t.diagnostic(`seed ${seed}`);
    t.after(end);
    t.diagnostic(await run(context));
  });
