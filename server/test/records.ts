import assert from 'node:assert/strict';
import type { Client } from './test-app.ts';
import type { Fixture } from './fixture.ts';
import { fixtures } from './fixtures/all.ts';
import { unpaid } from './renewal-bodies.ts';

export type Body = Record<string, unknown>;
export type RecordBody = Body & { id: string; createdAt: string; updatedAt: string };

let numbers = 0;
/** Never the same twice, so that tests do not conflict in unique fields. */
export const nextNumber = (): number => (numbers += 1);

export function fixtureOf(area: string): Fixture {
  const fixture = fixtures[area];
  assert.ok(fixture, `there is no fixture for ${area}`);
  return fixture;
}

const referencesOf = async (client: Client, areas: Record<string, string>): Promise<Body> => {
  const ids: Body = {};
  for (const [field, area] of Object.entries(areas)) ids[field] = (await createRecord(client, area)).id;
  return ids;
};

/**
 * A valid body for the area; creates the records that it refers to. With `optional` also those that it may refer to, and
 * a date until which it is paid.
 */
export async function validBody(
  client: Client,
  area: string,
  options: { optional?: boolean } = {},
): Promise<Body> {
  const { valid, needs, may } = fixtureOf(area);
  const references = await referencesOf(client, options.optional ? { ...needs, ...may } : needs);
  const body = valid(nextNumber());
  return { ...body, ...(!options.optional && 'paidUntil' in body && unpaid), ...references };
}

export async function createFrom(client: Client, area: string, body: Body): Promise<RecordBody> {
  const { crud } = fixtureOf(area);
  const answer = await client.call<{ data: Record<string, RecordBody> }>('POST', crud.path, body);
  assert.equal(answer.status, 201, answer.text);
  const record = answer.body.data[crud.itemKey];
  assert.ok(record);
  return record;
}

export const createRecord = async (client: Client, area: string, options: { optional?: boolean } = {}) =>
  createFrom(client, area, await validBody(client, area, options));

/** A record whose only secrets are those of its kind. */
export const createWithoutNote = async (client: Client, area: string) =>
  createFrom(client, area, { ...(await validBody(client, area)), secureNote: null });

/** Creates records of every kind, and a history in which some were changed and deleted. */
export async function createHistory(client: Client): Promise<void> {
  for (const area of Object.keys(fixtures)) {
    const { crud, change } = fixtureOf(area);
    const { id } = await createRecord(client, area, { optional: true });
    assert.equal((await client.call('PUT', `${crud.path}/${id}`, change)).status, 200);
    const { id: deleted } = await createRecord(client, area, { optional: true });
    assert.equal((await client.call('DELETE', `${crud.path}/${deleted}`)).status, 200);
    await createRecord(client, area, { optional: true });
  }
}

/** A value without the ids that the server assigned to elements of lists. */
export const asSent = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(({ id: _, ...element }: Body) => element) : value;

/** `a.b` of nested maps. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Body | undefined)?.[key], value);

/** A copy with `a.b` set. */
export function withAt(body: Body, path: string, value: unknown): Body {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [key]: value };
  const inner = body[key];
  if (Array.isArray(inner)) {
    const [index = '', ...deeper] = rest;
    const items = inner.map((item: Body, position) =>
      String(position) === index ? withAt(item, deeper.join('.'), value) : item,
    );
    return { ...body, [key]: items };
  }
  return { ...body, [key]: withAt((inner ?? {}) as Body, rest.join('.'), value) };
}
