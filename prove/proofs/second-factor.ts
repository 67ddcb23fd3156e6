import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { Answer } from '../../server/test/test-app.ts';
import type { Context, Engine } from '../context.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';

const password = 'Correct-Horse-1';
const email = 'owner@example.com';
const period = 30_000;

interface Challenged {
  data: { challenge: { id: string } };
}

/** An attacker who knows the password of an account with a second factor. */
class Attacker {
  readonly #url: string;
  readonly #secret: string;

  constructor(url: string, secret: string) {
    this.#url = url;
    this.#secret = secret;
  }

  /** The code that many steps from now. */
  code(steps: number): string {
    const timestamp = Date.now() + steps * period;
    return new TOTP({ secret: Secret.fromBase32(this.#secret) }).generate({ timestamp });
  }

  async begin(): Promise<string> {
    const { body, text } = await callAt<Challenged>(this.#url, 'POST', '/auth/login', { email, password });
    assert.ok(body.data.challenge, `a password alone signed in: ${text}`);
    return body.data.challenge.id;
  }

  send(challengeId: string, code: string): Promise<Answer> {
    return callAt(this.#url, 'POST', '/auth/login/second', { challengeId, code });
  }

  /** How many of several parallel attempts succeed, each in a sign-in of its own unless one is given. */
  async letIn(codes: readonly string[], challenge?: string): Promise<number> {
    const begun = await Promise.all(
      codes.map(async (code) => [challenge ?? (await this.begin()), code] as const),
    );
    const answers = await Promise.all(begun.map(([id, code]) => this.send(id, code)));
    for (const { status, text } of answers) assert.ok([200, 401].includes(status), text);
    return answers.filter(({ status }) => status === 200).length;
  }
}

async function attack(context: Context, engine: Engine): Promise<number> {
  const settings = { SIGN_IN_FAILURES: '1000000' };
  const { url } = await context.start(await context.store(engine), settings);
  const { token } = await registerOperator(url, email);
  const call = <T>(path: string, body?: unknown) => callAt<T>(url, 'POST', path, body, token);
  const begun = await call<{ data: { secret: string } }>('/auth/totp');
  const attacker = new Attacker(url, begun.body.data.secret);
  const confirmed = await call<{ data: { recoveryCodes: string[] } }>('/auth/totp/confirm', {
    code: attacker.code(-1),
  });
  const { recoveryCodes } = confirmed.body.data;
  assert.equal(recoveryCodes.length, 10, confirmed.text);
  let tried = 0;
  const expectIn = async (expected: number, what: string, codes: readonly string[], challenge?: string) => {
    tried += codes.length;
    assert.equal(await attacker.letIn(codes, challenge), expected, what);
  };
  const times = (count: number, code: string) => Array.from({ length: count }, () => code);
  const size = context.quick ? 8 : 40;
  await expectIn(0, 'a code that was used to turn the factor on', [attacker.code(-1)]);
  await expectIn(
    0,
    'late codes and early ones',
    [-3, -2, 2, 3].map((steps) => attacker.code(steps)),
  );
  const now = attacker.code(0);
  await expectIn(1, 'one code at once', times(size, now));
  await expectIn(0, 'a replay', times(3, now));
  const guesses = Array.from({ length: size }, () => String(context.between(0, 999_999)).padStart(6, '0'));
  const challenge = await attacker.begin();
  const right = [attacker.code(-1), attacker.code(0), attacker.code(1)];
  await expectIn(
    0,
    'guesses',
    guesses.filter((guess) => !right.includes(guess)),
    challenge,
  );
  await expectIn(0, 'a right code after five wrong ones', [attacker.code(1)], challenge);
  for (const code of recoveryCodes.slice(0, 3)) {
    await expectIn(1, 'a recovery code at once', times(size, code));
    await expectIn(0, 'a recovery code again', [code]);
  }
  await call('/auth/totp/recovery-codes');
  await expectIn(0, 'replaced recovery codes', recoveryCodes.slice(3));
  return tried;
}

export const secondFactor: Proof = {
  name: 'second-factor',
  promise: 'Who knows the password alone does not get in: each code counts once, for a minute and a half.',
  seconds: 300,
  quick: false,
  run: async (context) => {
    let tried = 0;
    for (const engine of context.engines) tried += await attack(context, engine);
    return `${tried} codes tried, each right one let one of all attempts in`;
  },
};
