import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Proof } from './proof.ts';
import { proofs } from './proofs.ts';
import { newContext } from './context.ts';

type Outcome = { figure: string } | { broken: string };

const self = fileURLToPath(import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, quick: { type: 'boolean', default: false }, one: { type: 'boolean' } },
});
const { quick } = values;
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);

/** Runs a proof in this process and sends the outcome to the parent. */
async function proveOne({ run }: Proof): Promise<void> {
  const { context, end } = newContext({ seed, quick, engines: quick ? ['sqlite'] : ['sqlite', 'postgres'] });
  const outcome: Outcome = await run(context).then(
    (figure) => ({ figure }),
    (error: unknown) => ({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
  await end();
  process.send?.(outcome);
}

/** Runs a proof in its own process group, which is killed at the end, so that nothing it started survives. */
async function prove({ name, seconds }: Proof): Promise<Outcome> {
  const child = fork(self, ['--one', ...(quick ? ['--quick'] : []), '--seed', String(seed), name], {
    detached: true,
  });
  let outcome: Outcome = { broken: 'The proof ended without a result' };
  child.on('message', (message) => (outcome = message as Outcome));
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
  };
  const late = setTimeout(() => {
    outcome = { broken: `The proof did not finish within ${seconds} s` };
    endGroup();
  }, seconds * 1000);
  const cutOff = () => {
    endGroup();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, cutOff);
  await once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, cutOff);
  clearTimeout(late);
  endGroup();
  return outcome;
}

const chosen = proofs.filter(
  (proof) => (positionals.length === 0 || positionals.includes(proof.name)) && (!quick || proof.quick),
);
const unknown = positionals.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0 || Number.isNaN(seed)) {
  console.log(
    `Usage: npm run prove -- [--quick] [--seed NUMBER] [NAME…]\nNames: ${proofs.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = 1;
} else if (values.one && chosen[0]) {
  await proveOne(chosen[0]);
  process.disconnect();
} else {
  const width = Math.max(...proofs.map(({ name }) => name.length));
  let failed = 0;
  console.log(`Seed ${seed}`);
  for (const proof of chosen) {
    const began = performance.now();
    const outcome = await prove(proof);
    const took = `${((performance.now() - began) / 1000).toFixed(0)} s`;
    if ('figure' in outcome) console.log(`kept    ${proof.name.padEnd(width)}  ${outcome.figure} (${took})`);
    else {
      failed += 1;
      console.log(`BROKEN  ${proof.name.padEnd(width)}  ${proof.promise} (${took})\n${outcome.broken}`);
    }
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
