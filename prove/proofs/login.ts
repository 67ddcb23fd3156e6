import assert from 'node:assert/strict';
import { comparable } from '../../server/test/isolation-cases.ts';
import type { Answer } from '../../server/test/test-app.ts';
import { median } from '../median.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Trial } from '../trial.ts';

const password = 'Correct-Horse-1';
const owner = 'owner@example.com';
const allowed = 10;
/** How far the medians may be apart. */
const apartAtMost = 0.05;

/** From a client behind the proxy that the server trusts, which is this process. */
const signIn = (url: string, email: string, tried: string, from?: string): Promise<Answer> =>
  callAt(url, 'POST', '/auth/login', { email, password: tried }, undefined, {
    ...(from !== undefined && { 'x-forwarded-for': from }),
  });

const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const people = 20;

/** Wrong passwords at known and at unknown addresses, in random order; answers the medians of the times. */
async function compare(
  trial: Trial,
  url: string,
  attempts: number,
): Promise<{ known: number; other: number }> {
  const order = Array.from({ length: attempts }, (_, index) => (index % 2 === 0 ? 'known' : 'other'))
    .map((kind) => ({ kind, at: trial.random() }))
    .sort((a, b) => a.at - b.at);
  const took: Record<string, number[]> = { known: [], other: [] };
  const told = new Set<string>();
  for (const { kind } of order) {
    const email = `${kind}-${trial.between(10, 9 + people)}@example.com`;
    const began = performance.now();
    const answer = await signIn(url, email, 'Wrong-Horse-1');
    took[kind]?.push(performance.now() - began);
    assert.equal(answer.status, 401, answer.text);
    told.add(JSON.stringify(comparable(answer, email)));
  }
  assert.equal(told.size, 1, `known and unknown addresses are answered differently: ${[...told].join('\n')}`);
  return { known: median(took.known ?? []), other: median(took.other ?? []) };
}

/** Answers by which part the medians differ. What the machine's noise does once, it does not do three times. */
async function enumerate(trial: Trial, engine: Engine, attempts: number): Promise<number> {
  const { url } = await trial.start(await trial.store(engine), { SIGN_IN_FAILURES: '1000000' });
  for (let person = 0; person < people; person += 1)
    await registerOperator(url, `known-${10 + person}@example.com`);
  const seen: string[] = [];
  while (seen.length < 3) {
    const { known, other } = await compare(trial, url, attempts);
    const apart = Math.abs(known - other) / Math.min(known, other);
    if (apart < apartAtMost) return apart;
    seen.push(`${known.toFixed(1)} ms known, ${other.toFixed(1)} ms unknown`);
  }
  assert.fail(`the medians tell who has an account: ${seen.join('; ')}`);
}

/** Answers the most guesses that were looked at, of one client and of many at one address. */
async function guess(trial: Trial, engine: Engine) {
  const store = await trial.store(engine);
  const { url } = await trial.start(store, { TRUST_PROXY: '127.0.0.1' });
  await registerOperator(url, owner); // from here, which is a client that the account knows
  const ownerGetsIn = async (from?: string) =>
    assert.equal((await signIn(url, owner, password, from)).status, 200, 'the owner is locked out');

  // One client, all at once; what it writes before its own address is nobody's.
  const one = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      signIn(url, owner, `Guess-${index}`, `203.0.113.${index}, 192.0.2.1`),
    ),
  );
  assert.equal(count(one, 401) + count(one, 429), one.length, 'something else than a refusal');
  assert.ok(count(one, 401) <= allowed, `one client had ${count(one, 401)} guesses`);
  assert.equal((await signIn(url, owner, password, '192.0.2.1')).status, 429, 'it goes on guessing');
  await ownerGetsIn();
  await ownerGetsIn('198.51.100.1'); // from somewhere new, too

  // Many clients, 15 guesses each.
  const many: Answer[] = [];
  for (let client = 1; client <= 30; client += 1)
    for (let round = 0; round < 15; round += 1)
      many.push(await signIn(url, owner, `Guess-${client}-${round}`, `192.0.2.${client + 1}`));
  const looked = count(many, 401);
  assert.ok(looked <= allowed * allowed, `${looked} guesses by 30 clients at one address were looked at`);
  await ownerGetsIn();
  await ownerGetsIn('198.51.100.1');

  // Limits tell nothing either: an address without an account is closed in the same words.
  const nobody = 'nobody@example.com';
  for (let client = 1; client <= allowed; client += 1) await signIn(url, nobody, 'x', `198.18.0.${client}`);
  const [closed, none] = [
    await signIn(url, owner, 'x', '198.18.1.1'),
    await signIn(url, nobody, 'x', '198.18.1.1'),
  ];
  assert.deepEqual(
    [closed.status, closed.text],
    [none.status, none.text],
    'the limit tells who has an account',
  );
  assert.equal(closed.status, 429);
  return looked;
}

/** Without a proxy that it trusts, the server believes nobody who he says he is. */
async function pretend(trial: Trial, engine: Engine): Promise<void> {
  const { url } = await trial.start(await trial.store(engine));
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => signIn(url, owner, 'x', `192.0.2.${index}`)),
  );
  assert.equal(count(answers, 401), allowed, 'a made-up address counts as another client');
}

export const login: Proof = {
  name: 'login',
  promise:
    'A sign-in tells nobody who has an account, in words or time; guessing is capped and locks no owner out.',
  seconds: 300,
  quick: true,
  run: async (trial) => {
    let [looked, apart] = [0, 0];
    const attempts = 400;
    for (const engine of trial.engines) {
      looked = Math.max(looked, await guess(trial, engine));
      await pretend(trial, engine);
      // Beside other tests, a clock measures those.
      if (!trial.quick) apart = Math.max(apart, await enumerate(trial, engine, attempts));
    }
    const clock = trial.quick ? '' : `medians ${(100 * apart).toFixed(1)} % apart in ${attempts} sign-ins; `;
    return `${clock}${allowed} guesses a client, ${looked} by 30 clients together; the owner gets in`;
  },
};
