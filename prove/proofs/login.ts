import assert from 'node:assert/strict';
import { comparable } from '../../server/test/isolation-scene.ts';
import type { Answer } from '../../server/test/test-app.ts';
import { median } from '../median.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Context } from '../context.ts';

const password = 'Correct-Horse-1';
const owner = 'owner@example.com';
const allowed = 10;
/** The largest relative difference between the medians. */
const apartAtMost = 0.05;

/** Signs in as a client behind a trusted proxy, which is this process. */
const signIn = (url: string, email: string, tried: string, from?: string): Promise<Answer> =>
  callAt(url, 'POST', '/auth/login', { email, password: tried }, undefined, {
    ...(from !== undefined && { 'x-forwarded-for': from }),
  });

const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const accounts = 20;

/** Tries wrong passwords at known and unknown addresses in random order; returns the median times in ms. */
async function compare(
  context: Context,
  url: string,
  attempts: number,
): Promise<{ known: number; other: number }> {
  const order = Array.from({ length: attempts }, (_, index) => (index % 2 === 0 ? 'known' : 'other'))
    .map((kind) => ({ kind, at: context.random() }))
    .sort((a, b) => a.at - b.at);
  const took: Record<string, number[]> = { known: [], other: [] };
  const answers = new Set<string>();
  for (const { kind } of order) {
    const email = `${kind}-${context.between(10, 9 + accounts)}@example.com`;
    const began = performance.now();
    const answer = await signIn(url, email, 'Wrong-Horse-1');
    took[kind]?.push(performance.now() - began);
    assert.equal(answer.status, 401, answer.text);
    answers.add(JSON.stringify(comparable(answer, email)));
  }
  assert.equal(
    answers.size,
    1,
    `known and unknown addresses are answered differently: ${[...answers].join('\n')}`,
  );
  return { known: median(took.known ?? []), other: median(took.other ?? []) };
}

/** Returns the relative difference of the medians. Noise rarely exceeds the limit three times in a row; a leak does. */
async function measureTiming(context: Context, engine: Engine, attempts: number): Promise<number> {
  const { url } = await context.start(await context.store(engine), { SIGN_IN_FAILURES: '1000000' });
  for (let account = 0; account < accounts; account += 1)
    await registerOperator(url, `known-${10 + account}@example.com`);
  const seen: string[] = [];
  while (seen.length < 3) {
    const { known, other } = await compare(context, url, attempts);
    const apart = Math.abs(known - other) / Math.min(known, other);
    if (apart < apartAtMost) return apart;
    seen.push(`${known.toFixed(1)} ms known, ${other.toFixed(1)} ms unknown`);
  }
  assert.fail(`the medians reveal who has an account: ${seen.join('; ')}`);
}

/** Guesses from one client and from many; returns how many guesses of the many were checked. */
async function guess(context: Context, engine: Engine) {
  const store = await context.store(engine);
  const { url } = await context.start(store, { TRUST_PROXY: '127.0.0.1' });
  await registerOperator(url, owner); // From 127.0.0.1, which becomes a known client of this account.
  const ownerGetsIn = async (from?: string) =>
    assert.equal((await signIn(url, owner, password, from)).status, 200, 'the owner is locked out');

  // One client guesses concurrently, with forged addresses before its own in X-Forwarded-For.
  const one = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      signIn(url, owner, `Guess-${index}`, `203.0.113.${index}, 192.0.2.1`),
    ),
  );
  assert.equal(count(one, 401) + count(one, 429), one.length, 'an answer was neither 401 nor 429');
  assert.ok(count(one, 401) <= allowed, `one client had ${count(one, 401)} guesses`);
  assert.equal(
    (await signIn(url, owner, password, '192.0.2.1')).status,
    429,
    'a limited client can go on guessing',
  );
  await ownerGetsIn();
  await ownerGetsIn('198.51.100.1'); // From a new client, too.

  // Many clients guess 15 times each.
  const many: Answer[] = [];
  for (let client = 1; client <= 30; client += 1)
    for (let round = 0; round < 15; round += 1)
      many.push(await signIn(url, owner, `Guess-${client}-${round}`, `192.0.2.${client + 1}`));
  const checked = count(many, 401);
  assert.ok(checked <= allowed * allowed, `${checked} guesses by 30 clients at one address were checked`);
  await ownerGetsIn();
  await ownerGetsIn('198.51.100.1');

  // Limits reveal nothing either: an address without an account is refused in the same words.
  const nobody = 'nobody@example.com';
  for (let client = 1; client <= allowed; client += 1) await signIn(url, nobody, 'x', `198.18.0.${client}`);
  const [closed, none] = [
    await signIn(url, owner, 'x', '198.18.1.1'),
    await signIn(url, nobody, 'x', '198.18.1.1'),
  ];
  assert.deepEqual(
    [closed.status, closed.text],
    [none.status, none.text],
    'the limit reveals who has an account',
  );
  assert.equal(closed.status, 429);
  return checked;
}

/** Without a trusted proxy, the server ignores X-Forwarded-For. */
async function forgeAddress(context: Context, engine: Engine): Promise<void> {
  const { url } = await context.start(await context.store(engine));
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => signIn(url, owner, 'x', `192.0.2.${index}`)),
  );
  assert.equal(count(answers, 401), allowed, 'a forged address counts as another client');
}

export const login: Proof = {
  name: 'login',
  promise:
    'Signing in does not reveal who has an account, in words or time; guessing is limited and locks no owner out.',
  seconds: 300,
  quick: true,
  run: async (context) => {
    let [checked, apart] = [0, 0];
    const attempts = 400;
    for (const engine of context.engines) {
      checked = Math.max(checked, await guess(context, engine));
      await forgeAddress(context, engine);
      // Timing is meaningless while other tests run.
      if (!context.quick) apart = Math.max(apart, await measureTiming(context, engine, attempts));
    }
    const timing = context.quick
      ? ''
      : `medians ${(100 * apart).toFixed(1)} % apart in ${attempts} sign-ins; `;
    return `${timing}${allowed} guesses per client, ${checked} by 30 clients in total; the owner gets in`;
  },
};
