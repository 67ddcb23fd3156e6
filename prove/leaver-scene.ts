import assert from 'node:assert/strict';
import { type Way, ways } from '@quartermaster/contract/exposure/exposure.schema';
import { makeToken } from '../server/test/api-tokens.ts';
import { type Body, fixtureOf } from '../server/test/records.ts';
import type { Answer, Client } from '../server/test/test-app.ts';
import type { Context } from './context.ts';
import { exposureOf } from './exposure.ts';
import { tokenCaller } from './operator.ts';
import type { Member, Team, TeamRights } from './team.ts';
import { type Vault, areasWithSecrets, secretsOf } from './vault.ts';

/** The tag of the records inside the scope. */
export const tag = { type: 'client', value: 'acme' };
/** Short pages, so that the report has several. */
const pageOfReport = 7;

type Row = Body & { id: string };

interface Fact {
  how: Way;
  /** The value that the person saw or typed last. */
  value: string;
  /** A time just before that, in ms. */
  since: number;
}

/** A member, and what they must know from answers and requests. */
export interface Person {
  client: Client;
  member: Member;
  rights: TeamRights;
  facts: Map<string, Fact>;
  /** Sends some of the requests with their token. */
  byToken: Client['call'] | undefined;
  newToken: (of: Member) => Promise<Client['call']>;
  /** Secrets that somebody decided to leave unchanged. */
  ignored: Set<string>;
}

/** A workspace whose members read and write at random, with a record of what each of them knows. */
export class LeaverScene {
  readonly #context: Context;
  readonly #vault: Vault;
  readonly #paths: readonly string[];
  readonly team: Team;
  #rows = new Map<string, Row[]>();
  /** The current secrets, and the last ones of deleted records. */
  #latest = new Map<string, string>();
  /** Earlier values of records' secrets, by path. */
  readonly #earlier: [path: string, fields: Body][] = [];
  requests = 0;

  constructor(context: Context, team: Team, vault: Vault, paths: readonly string[]) {
    this.#context = context;
    this.#vault = vault;
    this.#paths = paths;
    this.team = team;
  }

  #any<T>(some: readonly T[]): T {
    const chosen = some[this.#context.between(0, some.length - 1)];
    assert.ok(chosen !== undefined, 'there is nothing to choose from');
    return chosen;
  }
  #isOne = (of: number): boolean => this.#context.between(1, of) === 1;

  async refresh(): Promise<void> {
    this.#rows = await this.#vault.records();
    const alive = new Set(this.#all().map(({ id }) => id));
    const gone = [...this.#latest].filter(([place]) => !alive.has(place.split(' ')[1] ?? ''));
    this.#latest = new Map([...gone, ...this.#vault.secrets]);
  }

  #all = (): Row[] => [...this.#rows.values()].flat();

  async join(url: string, person: Client, rights: TeamRights, withToken: boolean): Promise<Person> {
    const member = await this.team.invite(person, rights);
    const permissions = ['read', 'write', 'secrets'] as const;
    const newToken = async (of: Member) => tokenCaller(url, (await makeToken(of, { permissions })).value);
    const byToken = withToken ? await newToken(member) : undefined;
    return { client: person, member, rights, facts: new Map(), byToken, newToken, ignored: new Set() };
  }

  #learn({ facts }: Person, place: string, how: Way, value: string, since: number): void {
    const other = facts.get(place);
    const most = other && ways.indexOf(other.how) < ways.indexOf(how) ? other.how : how;
    facts.set(place, { how: most, value, since });
  }

  /** Sends a person's request, and records what they know from the answer, and from what they typed into a write. */
  async #send(person: Person, how: Way, method: string, path: string, body?: unknown): Promise<Answer> {
    const call = person.byToken && this.#isOne(2) ? person.byToken : person.member.call;
    const since = Date.now();
    const answer = await call(method, path, body);
    this.requests += 1;
    assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`);
    const isWrite = method !== 'GET' && !path.endsWith('/reveal');
    if (isWrite) await this.refresh();
    const now = this.#vault.secrets;
    const learn = (places: readonly string[], way: Way) => {
      for (const place of places) this.#learn(person, place, way, now.get(place) ?? '', since);
    };
    // Who sends the value that is stored already has typed it in, too.
    if (isWrite && answer.status < 300) learn(this.#vault.storedOf(JSON.stringify(body)), 'set');
    learn(this.#vault.placesIn(answer), how);
    return answer;
  }

  /** A record of the area, and the part of it that has secrets. */
  #record(area = this.#any(areasWithSecrets), row = this.#any(this.#rows.get(area) ?? [])) {
    const { crud } = fixtureOf(area);
    const names = secretsOf(area).map((path) => path.split('.')[0] ?? '');
    const fields = Object.fromEntries(names.map((name) => [name, row[name]]));
    return { area, row, fields, path: `${crud.path}/${row.id}` };
  }

  /** A random request, permitted or not: reads, reveals, copies or writes, with or without secrets in the answer. */
  async act(person: Person): Promise<void> {
    const { area, row, fields, path } = this.#record();
    const { crud, bulkKey } = fixtureOf(area);
    const query = this.#any(['', '?secrets=omit']);
    const reveal = async (via: string, how: Way) => {
      const places = this.#vault.placesOf(area).filter((place) => place.includes(row.id));
      const field = places.length > 0 ? this.#any(places).split(' ')[2] : 'comment';
      await this.#send(person, how, 'POST', `${path}/reveal`, { field, via });
    };
    const make = async () => {
      const body = { ...(await this.#vault.body(area)), ...('tags' in row && { tags: [tag] }) };
      await this.refresh();
      if (bulkKey !== undefined && this.#isOne(2))
        await this.#send(person, 'listed', 'POST', `${crud.path}/bulk-import`, { [bulkKey]: [body] });
      else await this.#send(person, 'listed', 'POST', `${crud.path}${query}`, body);
    };
    const put = (body: Body) => this.#send(person, 'listed', 'PUT', `${path}${query}`, body);
    await this.#any<() => Promise<unknown>>([
      () => this.#send(person, 'listed', 'GET', `${crud.path}?limit=${this.#any([1, 5, 20])}`),
      () => this.#send(person, 'listed', 'GET', `${path}${query}`),
      () => this.#send(person, 'listed', 'GET', this.#any(this.#paths)),
      () => reveal('reveal', 'revealed'),
      () => reveal('copy', 'copied'),
      () => put(this.#vault.withWords(area, fields)),
      () => put(fields),
      () => put({ comment: 'Something else' }),
      make,
    ])();
  }

  /** What others do meanwhile: replace secrets with new, earlier or the same values, and move, delete and ignore. */
  async meanwhile(people: readonly Person[]): Promise<void> {
    const { owner } = this.team;
    const { area, row, fields, path } = this.#record();
    const put = (target: string, body: Body) => owner.call('PUT', `${target}?secrets=omit`, body);
    await this.#any<() => unknown>([
      () => {
        this.#earlier.push([path, fields]);
        return put(path, this.#vault.withWords(area, fields));
      },
      () => this.#earlier.length > 0 && put(...this.#any(this.#earlier)),
      () => put(path, fields),
      () => put(path, 'tags' in row ? { tags: this.#any([[], [tag]]) } : {}),
      // Keep the last record of each kind.
      () => (this.#rows.get(area) ?? []).length > 1 && owner.call('DELETE', path),
      () =>
        people.length > 0 &&
        this.allow(this.#any(people), { secrets: this.#isOne(2), scope: this.#any([[], [tag]]) }),
    ])();
    await this.refresh();
  }

  async allow(person: Person, rights: Omit<TeamRights, 'role'>): Promise<void> {
    person.rights = { ...person.rights, ...rights };
    await this.team.change(person.member, person.rights);
  }

  /** Removes a person and invites them again; they still know what they knew, but their token has ended. */
  async comeBack(person: Person): Promise<void> {
    await this.team.remove(person.member);
    person.rights = { ...person.rights, secrets: true };
    person.member = await this.team.invite(person.client, person.rights);
    if (!person.byToken) return;
    assert.equal((await person.byToken('GET', '/emails')).status, 401);
    person.byToken = await person.newToken(person.member);
  }

  /** Changes every secret. */
  async rotateAll(): Promise<void> {
    for (const area of areasWithSecrets)
      for (const row of this.#rows.get(area) ?? []) {
        const { fields, path } = this.#record(area, row);
        const { status, text } = await this.team.owner.call('PUT', path, this.#vault.withWords(area, fields));
        assert.equal(status, 200, text);
      }
    await this.refresh();
  }

  /** The number of secrets that a person with these rights can read. */
  #readable({ secrets = false, scope = [] }: TeamRights): number {
    if (!secrets) return 0;
    const seen = (row: Row) =>
      scope.length === 0 ||
      ((row['tags'] ?? []) as (typeof tag)[]).some(({ type, value }) =>
        scope.some((each) => each.type === type && each.value === value),
      );
    const ids = new Set(
      this.#all()
        .filter(seen)
        .map(({ id }) => id),
    );
    return this.#vault.places.filter((place) => ids.has(place.split(' ')[1] ?? '')).length;
  }

  /** Ignores the oldest open secret that a person knows, with a reason. */
  async ignoreOne({ member: { userId }, ignored }: Person): Promise<void> {
    const { call } = this.team.owner;
    const open = (await exposureOf(call, userId)).findLast(({ state }) => state === 'open');
    assert.ok(open, 'nothing is open');
    const path = `${open.area}/${open.recordId}/${open.field}`;
    const said = { state: 'ignored', reason: 'Nobody uses it' };
    const { status, text } = await call('PUT', `/members/${userId}/exposure/${path}`, said);
    assert.equal(status, 200, text);
    ignored.add(path.replaceAll('/', ' '));
  }

  /** Asserts that the report names exactly what the person knows, and which values have changed. Returns how many. */
  async check({ member: { userId }, facts, rights, ignored }: Person) {
    const { call } = this.team.owner;
    const expected = [...facts].map(([place, { how, value }]) => {
      const short = ignored.has(place) ? 'ignored' : 'open';
      return `${place} ${how} ${this.#latest.get(place) === value ? short : 'rotated'}`;
    });
    const told = await exposureOf(call, userId, pageOfReport);
    const lines = told.map(({ area, recordId, field, how, changed, state }) => {
      assert.equal(changed, state === 'rotated');
      return `${area} ${recordId} ${field} ${how} ${state}`;
    });
    assert.deepEqual(lines.toSorted(), expected.toSorted(), 'the report tells something else than is known');
    for (const [index, { area, recordId, recordName, field, lastAt }] of told.entries()) {
      const at = Date.parse(lastAt);
      assert.ok(at >= (facts.get(`${area} ${recordId} ${field}`)?.since ?? Infinity), 'it was seen later');
      assert.ok(at <= Date.parse(told[index - 1]?.lastAt ?? lastAt), 'the last one comes first');
      assert.notEqual(recordName, 'A deleted record', `${area} ${recordId} had a name`);
    }
    const report = `/members/${userId}/exposure`;
    const { body } = await call<{ data: { couldRead: number } }>('GET', `${report}?limit=1`);
    assert.equal(body.data.couldRead, this.#readable(rights), 'another number of secrets could be read');
    const file = await call('GET', `${report}/export`);
    assert.ok(file.text.trimEnd().split('\r\n').length === facts.size + 1, file.text);
    this.#vault.absent('the file of the report', file);
    return { known: told.length, changed: told.filter(({ changed }) => changed).length };
  }
}
