import assert from 'node:assert/strict';
import { fixtures } from '../server/test/fixtures/all.ts';
import { type Body, at, createFrom, fixtureOf, validBody, withAt } from '../server/test/records.ts';
import type { Answer, Client } from '../server/test/test-app.ts';
import type { Context } from './context.ts';
import { SecretScanner } from './encodings.ts';

const word = /zq[a-z]{20,}/g;

/** The values of a record by path; elements of lists are identified by their ids. */
function leaves(value: unknown, path: string[] = []): [path: string, value: string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = Array.isArray(value) ? ((inner as { id?: string } | null)?.id ?? key) : key;
    return leaves(inner, [...path, name]);
  });
}

/** The secret fields of a fixture, without those that every member may read. */
export const secretsOf = (area: string): string[] => {
  const { secrets, answered = [] } = fixtureOf(area);
  return secrets.filter((path) => !answered.includes(path));
};

export const areasWithSecrets = Object.keys(fixtures).filter((area) => secretsOf(area).length > 0);

/** A workspace in which every secret is a unique word, so that a leaked one identifies its place. */
export class Vault {
  readonly #context: Context;
  readonly #owner: Client;
  readonly #scanner = new SecretScanner();
  /** 'emails <id> password' by the word now stored there. */
  #places = new Map<string, string>();
  words = 0;

  constructor(context: Context, owner: Client) {
    this.#context = context;
    // Records that others need contain such words too.
    const call: Client['call'] = (method, path, body, headers) => {
      const area = Object.keys(fixtures).find((each) => fixtureOf(each).crud.path === path);
      const sent = method === 'POST' && area !== undefined ? this.withWords(area, body as Body) : body;
      return owner.call(method, path, sent, headers);
    };
    this.#owner = { ...owner, call };
  }

  /** A new secret that nobody without the right may ever see. */
  word(length = 20): string {
    const letters = Array.from({ length }, () => this.#context.between(0, 25) + 97);
    const secret = `zq${String.fromCharCode(...letters)}`;
    this.#scanner.add(secret, 'a secret');
    this.words += 1;
    return secret;
  }

  withWords(area: string, body: Body, length?: number): Body {
    return secretsOf(area).reduce(
      (whole, path) => (at(whole, path) === undefined ? whole : withAt(whole, path, this.word(length))),
      body,
    );
  }

  /** A valid body with secrets; creates the records that it refers to. */
  async body(area: string): Promise<Body> {
    return this.withWords(area, await validBody(this.#owner, area, { optional: true }));
  }

  async create(area: string, more: Body = {}): Promise<string> {
    return (await createFrom(this.#owner, area, { ...(await this.body(area)), ...more })).id;
  }

  /** Every record with its secrets, which also updates the places of words. */
  async records(): Promise<Map<string, (Body & { id: string })[]>> {
    const records = new Map<string, (Body & { id: string })[]>();
    this.#places = new Map();
    for (const area of Object.keys(fixtures)) {
      const { crud } = fixtureOf(area);
      const { body, text } = await this.#owner.call<{ data: Record<string, (Body & { id: string })[]> }>(
        'GET',
        `${crud.path}?limit=1000&sortBy=createdAt&sortOrder=asc`,
      );
      const rows = body.data[crud.listKey];
      assert.ok(rows, text);
      records.set(area, rows);
      for (const row of rows)
        for (const [path, value] of leaves(row))
          if (value.match(word)?.[0] === value) this.#places.set(value, `${area} ${row.id} ${path}`);
    }
    return records;
  }

  /** The places of an area's secrets. */
  placesOf(area: string): string[] {
    return [...this.#places.values()].filter((place) => place.startsWith(`${area} `));
  }

  get places(): string[] {
    return [...this.#places.values()];
  }

  /** The secrets by place. */
  get secrets(): ReadonlyMap<string, string> {
    return new Map([...this.#places].map(([secret, place]) => [place, secret]));
  }

  /** The places of the secrets that an answer contains. */
  placesIn({ text }: Pick<Answer, 'text'>): string[] {
    return [...new Set(text.match(word) ?? [])].map((found) => {
      const place = this.#places.get(found);
      assert.ok(place, 'it has a secret that is no record’s');
      return place;
    });
  }

  /** The places of the secrets that a request contains, without those that it did not store. */
  storedOf(text: string): string[] {
    return [...new Set(text.match(word) ?? [])].flatMap((found) => this.#places.get(found) ?? []);
  }

  /** Throws if an answer contains any secret, past or present, in any encoding. */
  absent(what: string, { text, headers }: Answer): void {
    const found = this.#scanner.find(Buffer.from(`${text}\n${JSON.stringify([...headers])}`));
    assert.equal(found, undefined, `${what} shows a secret`);
  }
}
