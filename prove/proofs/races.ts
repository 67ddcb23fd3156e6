import assert from 'node:assert/strict';
import { references } from '../../server/src/records/kinds/entities.ts';
import { type Body, createRecord, fixtureOf, validBody } from '../../server/test/records.ts';
import type { Answer, Client } from '../../server/test/test-app.ts';
import { type Data, openData } from '../data.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Context } from '../context.ts';

/** One user's clients at two servers that share a database. */
interface Both {
  one: Client;
  two: Client;
}

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
const bodies = (answers: readonly Answer[]): string =>
  answers.map(({ text }) => text.slice(0, 200)).join('\n');
const pathOf = (area: string, id: string): string => `${fixtureOf(area).crud.path}/${id}`;
const named = (area: string, n: number): Body => fixtureOf(area).valid(1_000_000 + n);

/** Exactly one of two requests must succeed. */
function onlyOne(answers: readonly Answer[], success: number, refused: readonly number[]): void {
  const [low, high] = statuses(answers);
  assert.ok(
    low === success && refused.includes(high ?? 0),
    `expected exactly one success:\n${bodies(answers)}`,
  );
}

type Race = (both: Both, round: number) => Promise<void>;

const twoEditors: Race = async ({ one, two }) => {
  const { id, updatedAt } = await createRecord(one, 'servers');
  const path = pathOf('servers', id);
  const version = { 'if-match': `"${updatedAt}"` };
  const comments = ['by one', 'by two'];
  const answers = await Promise.all(
    [one, two].map((client, index) => client.call('PUT', path, { comment: comments[index] }, version)),
  );
  onlyOne(answers, 200, [412]);
  const winner = comments[answers.findIndex(({ status }) => status === 200)] ?? '';
  const { body, headers } = await one.call<{ data: { server: Body } }>('GET', path);
  assert.equal(body.data.server.comment, winner, 'the refused edit was stored');
  const stale = await two.call('PUT', path, { comment: 'late' }, version);
  assert.equal(stale.status, 412, 'a stale edit was accepted');
  const fresh = await two.call('PUT', path, { comment: 'x' }, { 'if-match': headers.get('etag') ?? '' });
  assert.equal(fresh.status, 200, fresh.text);
};

const editAndDelete: Race = async ({ one, two }) => {
  const { id, updatedAt } = await createRecord(one, 'emails');
  const version = { 'if-match': `"${updatedAt}"` };
  const path = pathOf('emails', id);
  const [edited, removed] = await Promise.all([
    one.call('PUT', path, { comment: 'x' }, version),
    two.call('DELETE', path, undefined, version),
  ]);
  onlyOne([edited, removed], 200, [404, 412]);
  assert.equal((await one.call('GET', path)).status, edited.status === 200 ? 200 : 404);
};

const doubleSubmit: Race = async ({ one, two }, round) => {
  const body = named('emails', round);
  const answers = await Promise.all([one, two, one].map((client) => client.call('POST', '/emails', body)));
  assert.deepEqual(statuses(answers), [201, 409, 409], bodies(answers));
};

const sameNewName: Race = async ({ one, two }, round) => {
  const [first, second] = [await createRecord(one, 'proxies'), await createRecord(one, 'proxies')];
  const { ip, port, username } = named('proxies', round);
  const answers = await Promise.all([
    one.call('PUT', pathOf('proxies', first.id), { ip, port, username }),
    two.call('PUT', pathOf('proxies', second.id), { ip, port, username }),
  ]);
  onlyOne(answers, 200, [409]);
};

const twoDeletes: Race = async ({ one, two }) => {
  const { id } = await createRecord(one, 'emails');
  const answers = await Promise.all([one, two].map((client) => client.call('DELETE', pathOf('emails', id))));
  onlyOne(answers, 200, [404]);
};

/** Deletes a record while another one that requires it is created: one request is refused. */
const deleteWhileNeeded: Race = async ({ one, two }) => {
  const body = await validBody(one, 'hostings');
  const answers = await Promise.all([
    one.call('POST', '/hostings', body),
    two.call('DELETE', pathOf('emails', String(body.emailAccountId))),
  ]);
  const [created, removed] = answers;
  const consistent = created?.status === 201 ? removed?.status === 409 : removed?.status === 200;
  assert.ok(consistent && [201, 400, 409].includes(created?.status ?? 0), bodies(answers));
};

/** Deletes records while others start to refer to them: the reference is cleared or refused. */
const deleteWhileChosen: Race = async ({ one, two }) => {
  const domain = await createRecord(one, 'domains');
  const server = await createRecord(one, 'servers');
  const cdn = await createRecord(one, 'cdn');
  const answers = await Promise.all([
    one.call('PUT', pathOf('domains', domain.id), { serverId: server.id, cdnAccountId: cdn.id }),
    two.call('DELETE', pathOf('servers', server.id)),
    two.call('DELETE', pathOf('cdn', cdn.id)),
  ]);
  const [chosen, ...removed] = answers;
  assert.ok([200, 400, 409].includes(chosen.status), bodies(answers));
  assert.ok(
    removed.every(({ status }) => status === 200 || status === 409),
    bodies(answers),
  );
};

const importWhileDeleted: Race = async ({ one, two }, round) => {
  const account = await createRecord(one, 'registrator-accounts');
  const rows = Array.from({ length: 5 }, (_, index) => ({
    ...named('domains', round * 10 + index),
    registratorAccountId: account.id,
  }));
  const [imported, removed] = await Promise.all([
    one.call<{ data: { imported: number } }>('POST', '/domains/bulk-import', { domains: rows }),
    two.call('DELETE', pathOf('registrator-accounts', account.id)),
  ]);
  const answers = [imported, removed];
  const stored = imported.status === 200 && imported.body.data.imported === rows.length;
  const refused = imported.status === 409 || (imported.status === 200 && imported.body.data.imported === 0);
  assert.ok(stored ? removed.status === 409 : refused && removed.status === 200, bodies(answers));
};

const sameImportTwice: Race = async ({ one, two }, round) => {
  const proxies = Array.from({ length: 5 }, (_, index) => named('proxies', 500_000 + round * 10 + index));
  const answers = await Promise.all(
    [one, two].map((client) =>
      client.call<{ data?: { imported: number } }>('POST', '/proxies/bulk-import', { proxies }),
    ),
  );
  const imported = answers.reduce((sum, { body }) => sum + (body.data?.imported ?? 0), 0);
  assert.equal(imported, proxies.length, bodies(answers));
  for (const { status } of answers) assert.ok(status === 200 || status === 409, bodies(answers));
};

/** Deletes several records at once while one of them becomes required. */
const bulkDeleteWhileNeeded: Race = async ({ one, two }) => {
  const boxes = [await createRecord(one, 'emails'), await createRecord(one, 'emails')];
  const ids = boxes.map(({ id }) => id);
  const body = { ...(await validBody(one, 'hostings')), emailAccountId: ids[0] };
  const [created, removed] = await Promise.all([
    one.call('POST', '/hostings', body),
    two.call<{ data: { changed: number } }>('POST', '/emails/bulk-actions', {
      records: { ids },
      do: { action: 'delete' },
    }),
  ]);
  const answers = [created, removed];
  assert.ok([201, 400, 409].includes(created.status), bodies(answers));
  if (removed.status === 200)
    assert.equal(removed.body.data.changed, created.status === 201 ? 1 : 2, bodies(answers));
  else assert.equal(removed.status, 409, bodies(answers));
};

const all: readonly Race[] = [
  twoEditors,
  editAndDelete,
  doubleSubmit,
  sameNewName,
  twoDeletes,
  deleteWhileNeeded,
  deleteWhileChosen,
  importWhileDeleted,
  sameImportTwice,
  bulkDeleteWhileNeeded,
];

/** Checks the database itself: dangling references and tags, and duplicates. */
async function faultsIn({ db }: Data): Promise<string[]> {
  const rowsOf = async (table: string): Promise<Body[]> =>
    db
      .selectFrom(table as 'domains')
      .selectAll()
      .execute() as Promise<unknown> as Promise<Body[]>;
  const faults: string[] = [];
  for (const { from, column, to } of references) {
    const ids = new Set((await rowsOf(to)).map(({ id }) => id));
    for (const { id, [column]: target } of await rowsOf(from))
      if (target !== null && !ids.has(target))
        faults.push(`${from} ${String(id)}: ${column} is a dangling reference`);
  }
  const tags = new Map(
    (await rowsOf('tags')).map(({ ownerId, id, tableName }) => [
      `${String(ownerId)} ${String(id)}`,
      tableName,
    ]),
  );
  for (const { ownerId, tagId, recordId } of await db.selectFrom('record_tags').selectAll().execute()) {
    const tableName = tags.get(`${ownerId} ${tagId}`);
    if (typeof tableName !== 'string') faults.push('a record with a missing tag');
    else if (!(await rowsOf(tableName)).some(({ id }) => id === recordId))
      faults.push(`a tag of a missing row in ${tableName}`);
  }
  const unique: Record<string, string[]> = {
    email_accounts: ['emailKey'],
    proxies: ['ip', 'port', 'username'],
    domains: ['domain'],
  };
  for (const [table, columns] of Object.entries(unique)) {
    const keys = (await rowsOf(table)).map((row) => JSON.stringify(columns.map((column) => row[column])));
    if (new Set(keys).size < keys.length) faults.push(`${table} holds a duplicate`);
  }
  return faults;
}

async function attack(context: Context, engine: Engine, rounds: number): Promise<void> {
  const store = await context.store(engine);
  const servers = [await context.start(store), await context.start(store)] as const;
  const one = await registerOperator(servers[0].url, 'op@example.com');
  const two: Client = {
    ...one,
    call: (method, path, body, headers) => callAt(servers[1].url, method, path, body, one.token, headers),
  };
  // Two rounds at a time, so that other writes interfere.
  const waiting = Array.from({ length: rounds }, (_, round) => round);
  const racing = async () => {
    for (let round = waiting.shift(); round !== undefined; round = waiting.shift()) {
      const both = context.random() < 0.5 ? { one, two } : { one: two, two: one };
      await all[round % all.length]?.(both, round);
    }
  };
  await Promise.all([racing(), racing()]);
  const faults = await faultsIn(openData(context, store));
  assert.deepEqual(faults, []);
}

export const races: Proof = {
  name: 'races',
  promise:
    'Concurrent writes leave no dangling reference and no duplicate; an edit of a record that changed meanwhile is refused.',
  seconds: 300,
  quick: true,
  run: async (context) => {
    const rounds = context.quick ? 2 * all.length : 200;
    for (const engine of context.engines) await attack(context, engine, rounds);
    return `0 dangling references, 0 duplicates, every stale edit 412 in ${rounds * context.engines.length} rounds on two servers each`;
  },
};
