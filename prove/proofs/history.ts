import assert from 'node:assert/strict';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { at, createFrom, fixtureOf, validBody, withAt } from '../../server/test/records.ts';
import type { Client } from '../../server/test/test-app.ts';
import type { Context, Engine } from '../context.ts';
import { SecretScanner } from '../encodings.ts';
import type { Proof } from '../proof.ts';
import { newTeam } from '../team.ts';

const areas = Object.keys(fixtures);

interface Page {
  batches?: { id: string }[];
  next: string | null;
}

interface Known {
  area: string;
  id: string;
  isDeleted: boolean;
}

/** Reads everything that the history tells, and checks that it holds no secret. */
class Reader {
  readonly #scanner: SecretScanner;
  answers = 0;

  readonly #resolutions: readonly string[];

  constructor(scanner: SecretScanner, quick: boolean) {
    this.#scanner = scanner;
    this.#resolutions = quick ? ['mine'] : ['theirs', 'mine', 'skip'];
  }

  check(what: string, text: string): void {
    this.answers += 1;
    const found = this.#scanner.find(Buffer.from(text));
    assert.equal(found, undefined, `${what} holds ${found}`);
  }

  async read({ call }: Client, records: readonly Known[]): Promise<void> {
    const get = async (path: string): Promise<string> => {
      const { status, text } = await call('GET', path);
      assert.equal(status, 200, `${path}: ${text}`);
      this.check(path, text);
      return text;
    };
    const pages = async (path: string): Promise<Page[]> => {
      const read: Page[] = [];
      for (let cursor: string | null = ''; cursor !== null; cursor = read.at(-1)?.next ?? null) {
        const text = await get(cursor === '' ? path : `${path}?cursor=${encodeURIComponent(cursor)}`);
        read.push((JSON.parse(text) as { data: Page }).data);
      }
      return read;
    };
    const history = await pages('/history');
    assert.ok(history.length > 1, 'the history has one page only');
    for (const { id } of history.flatMap(({ batches = [] }) => batches)) {
      await pages(`/history/${id}`);
      for (const resolve of this.#resolutions) {
        const answer = await call('POST', `/history/${id}/undo`, { dryRun: true, resolve });
        this.check(`the preview of an undo (${resolve})`, answer.text);
      }
    }
    await pages('/trash');
    for (const { area, id, isDeleted } of records) {
      await pages(`/${area}/${id}/history`);
      for (const part of ['impact', 'impact/export', 'impact/export?format=json']) {
        const path = `/${area}/${id}/${part}`;
        const { status, text } = await call('GET', path);
        assert.equal(status, isDeleted ? 404 : 200, `${path}: ${text}`);
        this.check(path, text);
      }
    }
  }
}

async function attack(context: Context, engine: Engine): Promise<number> {
  const server = await context.start(await context.store(engine));
  const team = await newTeam(server.url, 'historian');
  const editor = await team.join('editor', { role: 'EDITOR' });
  const scanner = new SecretScanner();
  const reader = new Reader(scanner, context.quick);
  const word = (): string => {
    const letters = Array.from({ length: 20 }, () => context.between(0, 25) + 97);
    const secret = `zq${String.fromCharCode(...letters)}`;
    scanner.add(secret, 'a secret');
    return secret;
  };
  // An address among credentials is sealed, but no secret.
  const secretsOf = (area: string, body: Record<string, unknown>) =>
    fixtureOf(area).secrets.filter((path) => !String(at(body, path)).includes('@'));
  const withSecrets = (area: string, body: Record<string, unknown>) =>
    secretsOf(area, body).reduce((whole, path) => withAt(whole, path, word()), body);
  for (const { call } of [team.owner, editor]) {
    const records: Known[] = [];
    const client = { ...team.owner, call };
    for (const area of areas) {
      const { crud, secrets } = fixtureOf(area);
      const { id } = await createFrom(client, area, withSecrets(area, await validBody(client, area)));
      records.push({ area, id, isDeleted: false });
      for (let count = 0; count < 2; count += 1) {
        const full = withSecrets(area, await validBody(client, area));
        const sent = Object.fromEntries(
          [...new Set(secrets.map((path) => path.split('.')[0] ?? ''))].map((field) => [
            field,
            at(full, field),
          ]),
        );
        const put = await call('PUT', `${crud.path}/${id}`, sent);
        assert.equal(put.status, 200, put.text);
      }
      const gone = await createFrom(client, area, withSecrets(area, await validBody(client, area)));
      await call('DELETE', `${crud.path}/${gone.id}`);
      records.push({ area, id: gone.id, isDeleted: true });
    }
    await reader.read(client, records);
  }
  await equality(team.owner, editor, reader);
  await server.stop('SIGTERM');
  return reader.answers;
}

/** An editor without the right to secrets writes the value that is stored, and another: all answers must be alike. */
async function equality(owner: Client, editor: Client, reader: Reader): Promise<void> {
  const told: string[] = [];
  for (const guess of ['the stored value', 'another value']) {
    const { id } = await createFrom(owner, 'emails', {
      email: `${guess.replaceAll(' ', '-')}@example.com`,
      password: 'the stored value',
    });
    const put = await editor.call('PUT', `/emails/${id}`, { password: guess });
    const batch = put.headers.get('x-batch-id') ?? '';
    const answers = [
      await editor.call('GET', `/history/${batch}`),
      await editor.call('GET', `/emails/${id}/history`),
      await editor.call('POST', `/history/${batch}/undo`, { dryRun: true }),
      await editor.call('POST', `/history/${batch}/undo`, {}),
      await editor.call('POST', `/history/${batch}/undo`, {}),
    ];
    const text = answers.map((answer) => `${answer.status} ${answer.text}`).join('\n');
    reader.check('an answer to a guess', text.replaceAll(guess, ''));
    told.push(
      text
        .replaceAll(/[0-9a-f-]{36}/g, 'id')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replaceAll(`${guess.replaceAll(' ', '-')}@`, 'mailbox@'),
    );
  }
  assert.equal(told[0], told[1], 'the history tells whether two secrets are equal');
}

export const historyProof: Proof = {
  name: 'history',
  promise: 'History, trash, impact and previews of undos contain no secret, nor whether two are equal.',
  seconds: 300,
  quick: true,
  run: async (context) => {
    let answers = 0;
    for (const engine of context.engines) answers += await attack(context, engine);
    return `${answers} answers, 0 hits`;
  },
};
