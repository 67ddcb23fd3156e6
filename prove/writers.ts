import assert from 'node:assert/strict';
import type { Answer, Client } from '../server/test/test-app.ts';
import type { Content, Ledger, Outcome, Step, Stored } from './ledger.ts';
import type { Context } from './context.ts';

interface Proxy {
  id: string;
  name: string;
  /** null in an answer without secrets. */
  password: string | null;
  comment: string | null;
  tags: { type: string; value: string }[];
}
type Fields = Omit<Proxy, 'id'>;

const contentOf = ({ password, comment, tags }: Fields): string =>
  JSON.stringify([password, comment, ...tags.map(({ type, value }) => `${type}:${value}`)]);

/** The content without its secret. */
export const withoutPassword = (content: string): string =>
  JSON.stringify([null, ...(JSON.parse(content) as unknown[]).slice(1)]);

/** All stored proxies, with their secrets unless `query` says otherwise. */
export async function storedProxies(call: Client['call'], query = ''): Promise<Proxy[]> {
  const { status, body, text } = await call<{ data: { proxies: Proxy[] } }>('GET', `/proxies${query}`);
  assert.equal(status, 200, text);
  return body.data.proxies;
}

export const contents = (proxies: readonly Proxy[]): Stored =>
  new Map(proxies.map((proxy) => [proxy.name, contentOf(proxy)]));

/** The default: every write must succeed. */
function outcomeOf({ status, text }: Answer): Outcome {
  assert.ok(status < 300, text);
  return 'done';
}

export interface Harness {
  context: Context;
  ledger: Ledger;
  call: Client['call'];
  outcome?: (answer: Answer) => Outcome;
}

/** Makes one write after another and enters each in the ledger. Writers never touch each other's records. */
abstract class Writer {
  readonly #number: number;
  #count = 0;

  constructor(number: number) {
    this.#number = number;
  }

  /** Takes over its own records after a restart. */
  abstract adopt(proxies: readonly Proxy[]): void;
  /** Makes one random write; throws if the connection fails. */
  abstract write(harness: Harness): Promise<Outcome>;

  protected owns(name: string): boolean {
    return name.startsWith(`w${this.#number}-`);
  }

  protected newName(): string {
    this.#count += 1;
    return `w${this.#number}-${this.#count}`;
  }

  protected newFields(name: string, { context }: Harness): Fields {
    const text = () => context.random().toString(36).slice(2);
    const tags = Array.from({ length: context.between(0, 2) }, (_, at) => ({
      type: `t${at}`,
      value: text(),
    }));
    return { name, password: text(), comment: `${text()} '"%_\\ ü🙂`, tags };
  }

  protected async act(
    { ledger, call, outcome = outcomeOf }: Harness,
    after: ReadonlyMap<string, Content>,
    ...request: Parameters<Client['call']>
  ) {
    const step: Step = { writer: this.#number, after, outcome: 'open', request: null };
    ledger.add(step);
    const answer = await call<{ data: { proxy?: Proxy; imported?: number } }>(...request);
    step.request = answer.headers.get('x-request-id');
    step.outcome = outcome(answer);
    return { answer, outcome: step.outcome };
  }
}

const address = { ip: '192.0.2.1', port: 8080, type: 'HTTP' };
const heldAtMost = 30;

/** Creates, updates and deletes single records. */
export class RecordWriter extends Writer {
  #held: Proxy[] = [];

  adopt(proxies: readonly Proxy[]): void {
    this.#held = proxies.filter(({ name }) => this.owns(name));
  }

  async write(harness: Harness): Promise<Outcome> {
    const { context } = harness;
    const create = this.#held.length === 0 || context.random() < 0.5;
    if (create && this.#held.length < heldAtMost) return this.#create(harness);
    const [proxy] = this.#held.splice(context.between(0, this.#held.length - 1), 1);
    assert.ok(proxy);
    const { id, name } = proxy;
    if (context.random() < 0.3)
      return (await this.act(harness, new Map([[name, null]]), 'DELETE', `/proxies/${id}`)).outcome;
    const changed = { ...proxy, ...this.newFields(name, harness) };
    const { outcome } = await this.act(
      harness,
      new Map([[name, contentOf(changed)]]),
      'PUT',
      `/proxies/${id}`,
      changed,
    );
    // Without an answer its state is unknown, so leave it alone.
    if (outcome !== 'open') this.#held.push(outcome === 'done' ? changed : proxy);
    return outcome;
  }

  async #create(harness: Harness): Promise<Outcome> {
    const fields = this.newFields(this.newName(), harness);
    const body = { ...address, username: fields.name, ...fields };
    const after = new Map([[fields.name, contentOf(fields)]]);
    const { answer, outcome } = await this.act(harness, after, 'POST', '/proxies', body);
    const made = outcome === 'done' ? (answer.body as { data: { proxy: Proxy } }).data.proxy : null;
    if (made) this.#held.push(made);
    return outcome;
  }
}

/** Imports lists, then tags and deletes each list with one bulk action. */
export class ListWriter extends Writer {
  readonly #rows: number;
  #held: { batch: string; rows: Fields[] }[] = [];

  constructor(number: number, rows: number) {
    super(number);
    this.#rows = rows;
  }

  adopt(proxies: readonly Proxy[]): void {
    const own = proxies.filter(({ name }) => this.owns(name));
    const batches = Map.groupBy(own, ({ tags }) => tags.find(({ type }) => type === 'batch')?.value ?? '');
    this.#held = [...batches].map(([batch, rows]) => ({ batch, rows }));
  }

  async write(harness: Harness): Promise<Outcome> {
    const held = this.#held.shift();
    if (!held) return this.#import(harness);
    const { batch, rows } = held;
    const records = { filter: { tags: `batch:${batch}` } };
    if (rows.some(({ tags }) => tags.some(({ type }) => type === 'seen'))) {
      const after = new Map(rows.map(({ name }) => [name, null]));
      const action = { records, do: { action: 'delete' } };
      return (await this.act(harness, after, 'POST', '/proxies/bulk-actions', action)).outcome;
    }
    const tag = { type: 'seen', value: 'yes' };
    const tagged = rows.map((row) => ({ ...row, tags: [...row.tags, tag] }));
    const after = new Map(tagged.map((row) => [row.name, contentOf(row)]));
    const action = { records, do: { action: 'addTag', tag } };
    const { outcome } = await this.act(harness, after, 'POST', '/proxies/bulk-actions', action);
    if (outcome !== 'open') this.#held.push({ batch, rows: outcome === 'done' ? tagged : rows });
    return outcome;
  }

  async #import(harness: Harness): Promise<Outcome> {
    const batch = this.newName();
    const rows = Array.from({ length: this.#rows }, (_, index) => {
      const fields = this.newFields(`${batch}-${index}`, harness);
      return { ...fields, tags: [...fields.tags, { type: 'batch', value: batch }] };
    });
    const after = new Map(rows.map((row) => [row.name, contentOf(row)]));
    const proxies = rows.map((row) => ({ ...address, username: row.name, ...row }));
    const { answer, outcome } = await this.act(harness, after, 'POST', '/proxies/bulk-import', { proxies });
    if (outcome === 'done')
      assert.equal((answer.body as { data: { imported: number } }).data.imported, this.#rows, answer.text);
    if (outcome === 'done') this.#held.push({ batch, rows });
    return outcome;
  }
}

export type AnyWriter = RecordWriter | ListWriter;
