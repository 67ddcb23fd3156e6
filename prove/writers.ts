import assert from 'node:assert/strict';
import type { Answer, Client } from '../server/test/test-app.ts';
import type { Content, Ledger, Outcome, Step, Stored } from './ledger.ts';
import type { Trial } from './trial.ts';

interface Proxy {
  id: string;
  name: string;
  password: string;
  comment: string | null;
  tags: { type: string; value: string }[];
}
type Fields = Omit<Proxy, 'id'>;

const contentOf = ({ password, comment, tags }: Fields): string =>
  JSON.stringify([password, comment, ...tags.map(({ type, value }) => `${type}:${value}`)]);

/** Everything that is stored, with secrets, by name. */
export async function storedProxies(call: Client['call']): Promise<Proxy[]> {
  const { status, body, text } = await call<{ data: { proxies: Proxy[] } }>('GET', '/proxies');
  assert.equal(status, 200, text);
  return body.data.proxies;
}

export const contents = (proxies: readonly Proxy[]): Stored =>
  new Map(proxies.map((proxy) => [proxy.name, contentOf(proxy)]));

/** Where nothing stands in the way of a write, a refusal is a fault. */
function outcomeOf({ status, text }: Answer): Outcome {
  assert.ok(status < 300, text);
  return 'done';
}

export interface Pen {
  trial: Trial;
  ledger: Ledger;
  call: Client['call'];
  outcome?: (answer: Answer) => Outcome;
}

/** Writes one thing after the other, and leaves each in the ledger. Nobody else touches its records. */
abstract class Writer {
  readonly #number: number;
  #count = 0;

  constructor(number: number) {
    this.#number = number;
  }

  /** Learns, after a restart, what there is of its own. */
  abstract adopt(proxies: readonly Proxy[]): void;
  /** One random write. Throws where the connection breaks. */
  abstract write(pen: Pen): Promise<Outcome>;

  protected owns(name: string): boolean {
    return name.startsWith(`w${this.#number}-`);
  }

  protected newName(): string {
    this.#count += 1;
    return `w${this.#number}-${this.#count}`;
  }

  protected newFields(name: string, { trial }: Pen): Fields {
    const text = () => trial.random().toString(36).slice(2);
    const tags = Array.from({ length: trial.between(0, 2) }, (_, at) => ({ type: `t${at}`, value: text() }));
    return { name, password: text(), comment: `${text()} '"%_\\ ü🙂`, tags };
  }

  protected async act(
    { ledger, call, outcome = outcomeOf }: Pen,
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

/** Creates, changes and deletes single records. */
export class Clerk extends Writer {
  #held: Proxy[] = [];

  adopt(proxies: readonly Proxy[]): void {
    this.#held = proxies.filter(({ name }) => this.owns(name));
  }

  async write(pen: Pen): Promise<Outcome> {
    const { trial } = pen;
    const create = this.#held.length === 0 || trial.random() < 0.5;
    if (create && this.#held.length < heldAtMost) return this.#create(pen);
    const [proxy] = this.#held.splice(trial.between(0, this.#held.length - 1), 1);
    assert.ok(proxy);
    const { id, name } = proxy;
    if (trial.random() < 0.3)
      return (await this.act(pen, new Map([[name, null]]), 'DELETE', `/proxies/${id}`)).outcome;
    const changed = { ...proxy, ...this.newFields(name, pen) };
    const { outcome } = await this.act(
      pen,
      new Map([[name, contentOf(changed)]]),
      'PUT',
      `/proxies/${id}`,
      changed,
    );
    // What got no answer is left alone: it could be either.
    if (outcome !== 'open') this.#held.push(outcome === 'done' ? changed : proxy);
    return outcome;
  }

  async #create(pen: Pen): Promise<Outcome> {
    const fields = this.newFields(this.newName(), pen);
    const body = { ...address, username: fields.name, ...fields };
    const after = new Map([[fields.name, contentOf(fields)]]);
    const { answer, outcome } = await this.act(pen, after, 'POST', '/proxies', body);
    const made = outcome === 'done' ? (answer.body as { data: { proxy: Proxy } }).data.proxy : null;
    if (made) this.#held.push(made);
    return outcome;
  }
}

/** Imports lists, tags all of a list in one act, and deletes all of it in one act. */
export class Importer extends Writer {
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

  async write(pen: Pen): Promise<Outcome> {
    const held = this.#held.shift();
    if (!held) return this.#import(pen);
    const { batch, rows } = held;
    const records = { filter: { tags: `batch:${batch}` } };
    if (rows.some(({ tags }) => tags.some(({ type }) => type === 'seen'))) {
      const after = new Map(rows.map(({ name }) => [name, null]));
      const action = { records, do: { action: 'delete' } };
      return (await this.act(pen, after, 'POST', '/proxies/bulk-actions', action)).outcome;
    }
    const tag = { type: 'seen', value: 'yes' };
    const tagged = rows.map((row) => ({ ...row, tags: [...row.tags, tag] }));
    const after = new Map(tagged.map((row) => [row.name, contentOf(row)]));
    const action = { records, do: { action: 'addTag', tag } };
    const { outcome } = await this.act(pen, after, 'POST', '/proxies/bulk-actions', action);
    if (outcome !== 'open') this.#held.push({ batch, rows: outcome === 'done' ? tagged : rows });
    return outcome;
  }

  async #import(pen: Pen): Promise<Outcome> {
    const batch = this.newName();
    const rows = Array.from({ length: this.#rows }, (_, index) => {
      const fields = this.newFields(`${batch}-${index}`, pen);
      return { ...fields, tags: [...fields.tags, { type: 'batch', value: batch }] };
    });
    const after = new Map(rows.map((row) => [row.name, contentOf(row)]));
    const proxies = rows.map((row) => ({ ...address, username: row.name, ...row }));
    const { answer, outcome } = await this.act(pen, after, 'POST', '/proxies/bulk-import', { proxies });
    if (outcome === 'done')
      assert.equal((answer.body as { data: { imported: number } }).data.imported, this.#rows, answer.text);
    if (outcome === 'done') this.#held.push({ batch, rows });
    return outcome;
  }
}

export type AnyWriter = Clerk | Importer;
