import assert from 'node:assert/strict';
import { tableOfArea as tables } from '../../server/src/records/kinds/entities.ts';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { type RecordBody, createRecord, fixtureOf } from '../../server/test/records.ts';
import type { Client } from '../../server/test/test-app.ts';
import { type Data, openData } from '../data.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Context } from '../context.ts';

type Row = Record<string, unknown> & { id: string };
type Area = keyof typeof tables;
interface Target {
  area: Area;
  column: string;
  row: Row;
  sealed: string;
}

const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith('v1.');
const areas = (Object.keys(tables) as Area[]).filter((area) => (fixtures[area]?.secrets.length ?? 0) > 0);

const rowOf = async ({ db }: Data, area: Area, { id }: RecordBody): Promise<Row> => ({
  ...(await db
    .selectFrom(tables[area] as 'domains')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()),
});

const write = ({ db }: Data, { area, column, row }: Target, value: string) =>
  db
    .updateTable(tables[area] as 'domains')
    .set({ [column]: value } as never)
    .where('id', '=', row.id)
    .execute();

const sealedColumns = (area: Area, row: Row): Target[] =>
  Object.entries(row).flatMap(([column, sealed]) =>
    isSealed(sealed) ? [{ area, column, row, sealed }] : [],
  );

/** Flips a random bit in one part of a sealed value: in its bytes if it is base64url, otherwise in its text. */
function flipBit(context: Context, sealed: string, part: number, from: number, to?: number): string {
  const parts = sealed.split('.');
  const text = parts[part] ?? '';
  const bytes = part < 2 ? Buffer.from(text) : Buffer.from(text, 'base64url');
  const region = bytes.subarray(from, to);
  const at = context.between(0, region.length - 1);
  // In text flip only the lowest bit, so that it stays printable.
  region[at] = (region[at] ?? 0) ^ (part < 2 ? 1 : 1 << context.between(0, 7));
  return parts.with(part, part < 2 ? bytes.toString() : bytes.toString('base64url')).join('.');
}

/** Forged values: a change in every region of the sealed value, and intact values from other places. */
function forgeries(context: Context, { sealed }: Target, others: Record<string, string>) {
  const body = sealed.lastIndexOf('.') + 1;
  const kept = sealed.slice(0, body);
  return {
    'a flipped version': flipBit(context, sealed, 0, 0),
    'a flipped key id': flipBit(context, sealed, 1, 0),
    'a flipped nonce': flipBit(context, sealed, 2, 0),
    'a flipped ciphertext': flipBit(context, sealed, 3, 0, -16),
    'a flipped tag': flipBit(context, sealed, 3, -16),
    'a cut end': sealed.slice(0, -2),
    'a cut tag': kept + Buffer.from(sealed.slice(body), 'base64url').subarray(0, -4).toString('base64url'),
    'an added byte':
      kept +
      Buffer.concat([Buffer.from(sealed.slice(body), 'base64url'), Buffer.alloc(1)]).toString('base64url'),
    'an added letter': `${sealed}!`,
    'clear text': 'in the clear',
    ...others,
  };
}

interface Failure {
  error: { code: string; message: string };
}

async function refusesToShow(client: Client, { area, row }: Target, what: string): Promise<void> {
  const { path } = fixtureOf(area).crud;
  for (const address of [`${path}/${row.id}`, path]) {
    const { status, body, text } = await client.call<Failure>('GET', address);
    assert.equal(status, 500, `${what} in ${area} went unnoticed: ${text.slice(0, 200)}`);
    assert.match(
      body.error.message,
      new RegExp(`secret of the record ${row.id} is damaged`),
      `${what} in ${area}: ${text}`,
    );
  }
}

async function reads(client: Client, area: Area, id: string): Promise<string> {
  const { status, text } = await client.call('GET', `${fixtureOf(area).crud.path}/${id}`);
  assert.equal(status, 200, text);
  return text;
}

/** Returns how many forgeries were tried. */
async function tamperWithRecords(
  context: Context,
  data: Data,
  owner: Client,
  other: Client,
): Promise<number> {
  const mine: Record<string, [Row, Row]> = {};
  const theirs: Record<string, Row> = {};
  for (const area of areas) {
    const make = async (client: Client) => rowOf(data, area, await createRecord(client, area));
    mine[area] = [await make(owner), await make(owner)];
    theirs[area] = await make(other);
  }
  let tried = 0;
  for (const area of areas) {
    const [row, neighbour] = mine[area] ?? [];
    assert.ok(row && neighbour);
    for (const target of sealedColumns(area, row)) {
      const { column, sealed } = target;
      const anywhere = Object.entries(mine).flatMap(([name, [first]]) => sealedColumns(name as Area, first));
      const elsewhere = anywhere
        .filter((each) => each.column !== column || each.area !== area)
        .slice(0, context.quick ? 1 : undefined);
      const others = {
        "another row's": String(neighbour[column]),
        "another owner's": String(theirs[area]?.[column]),
        ...Object.fromEntries(elsewhere.map((each) => [`${each.area}.${each.column}`, each.sealed])),
      };
      const before = await reads(owner, area, row.id);
      for (const [what, forged] of Object.entries(forgeries(context, target, others))) {
        assert.notEqual(forged, sealed, what);
        await write(data, target, forged);
        await refusesToShow(owner, target, what);
        tried += 1;
      }
      await reads(owner, area, neighbour.id);
      await reads(other, area, theirs[area]?.id ?? '');
      await write(data, target, sealed);
      assert.equal(await reads(owner, area, row.id), before);
    }
  }
  return tried;
}

/** A damaged record can be deleted. */
async function recovers(data: Data, owner: Client): Promise<void> {
  for (const area of areas) {
    const { path } = fixtureOf(area).crud;
    const row = await rowOf(data, area, await createRecord(owner, area));
    for (const target of sealedColumns(area, row)) await write(data, target, `${target.sealed}x`);
    assert.equal((await owner.call('DELETE', `${path}/${row.id}`)).status, 200, `${area} can't be deleted`);
  }
}

/** A damaged workspace key is reported to that workspace alone; a damaged system key prevents the start. */
async function tamperWithKeys(context: Context, engine: Context['engines'][number]): Promise<number> {
  const store = await context.store(engine);
  let server = await context.start(store);
  const data = openData(context, store);
  const [other, owner] = [
    await registerOperator(server.url, 'other@example.com'),
    await registerOperator(server.url, 'owner@example.com'),
  ];
  for (const client of [owner, other]) await createRecord(client, 'emails');
  const rows = await data.db.selectFrom('wrapped_keys').selectAll().orderBy('createdAt', 'desc').execute();
  const [mine, theirs, system] = rows;
  assert.ok(mine && theirs && system?.ownerId === 'system');
  const set = (ownerId: string, wrapped: string) =>
    data.db.updateTable('wrapped_keys').set({ wrapped }).where('ownerId', '=', ownerId).execute();
  const forged = [
    flipBit(context, mine.wrapped, 1, 0),
    flipBit(context, mine.wrapped, 2, 0),
    flipBit(context, mine.wrapped, 3, 0),
    theirs.wrapped,
  ];
  for (const wrapped of context.quick ? forged.slice(-2) : forged) {
    await server.stop('SIGKILL');
    await set(mine.ownerId, wrapped);
    server = await context.start(store);
    const at = (client: Client) =>
      fetch(`${server.url}/api/emails`, { headers: { authorization: `Bearer ${client.token}` } });
    const refused = await at(owner);
    assert.equal(refused.status, 500);
    assert.match(await refused.text(), /The key of this workspace cannot be opened/);
    assert.equal((await at(other)).status, 200);
  }
  await server.stop('SIGKILL');
  await set('system', flipBit(context, system.wrapped, 3, 0));
  await assert.rejects(context.start(store), /can't start: A secret can't be opened: wrapped_keys/);
  return forged.length + 1;
}

export const tamper: Proof = {
  name: 'tamper',
  promise: 'A sealed secret that was changed or moved is never opened; other records stay readable.',
  seconds: 300,
  quick: true,
  run: async (context) => {
    let tried = 0;
    for (const engine of context.engines) {
      const store = await context.store(engine);
      const { url } = await context.start(store);
      const data = openData(context, store);
      const [owner, other] = [
        await registerOperator(url, 'owner@example.com'),
        await registerOperator(url, 'other@example.com'),
      ];
      tried += await tamperWithRecords(context, data, owner, other);
      await recovers(data, owner);
      tried += await tamperWithKeys(context, engine);
    }
    return `${tried} of ${tried} forgeries detected (100 %)`;
  },
};
