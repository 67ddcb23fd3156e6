import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { engine } from '../server/test/test-app.ts';
import { proofs } from './proofs.ts';
import { newTrial } from './trial.ts';

/** The quick ones of `npm run prove`, on the engine of this run, in small. */
for (const { name, promise, run } of proofs.filter(({ quick }) => quick))
  test(`${name}: ${promise}`, async (t) => {
    const seed = randomInt(2 ** 31);
    const { trial, end } = newTrial({ seed, quick: true, engines: [engine] });
    t.diagnostic(`seed ${seed}`);
    t.after(end);
    t.diagnostic(await run(trial));
  });
