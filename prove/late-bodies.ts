import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { tokenPermissions } from '@quartermaster/contract/api/permissions';
import type { Route } from '@quartermaster/contract/api/route';
import { isGiven, makeToken } from '../server/test/api-tokens.ts';
import { fixtures } from '../server/test/fixtures/all.ts';
import { createRecord, nextNumber } from '../server/test/records.ts';
import { isOfMembers, refusalOf } from '../server/test/refusals.ts';
import type { Client } from '../server/test/test-app.ts';
import type { Data } from './data.ts';
import { requestsFor } from './late-requests.ts';
import type { Request, Target } from './late-target.ts';
import type { Team } from './team.ts';

const heldMs = 10_000;
const admittedMs = 8000;

/** A request whose body is complete except for its last byte. */
class Late {
  readonly request: Request;
  readonly #sent: ClientRequest;
  readonly #answer: Promise<{ status: number; text: string }>;
  readonly #last: string;
  isAnswered = false;

  constructor(url: string, request_: Request, token: string, workspace: string, number: number) {
    this.request = request_;
    const { endpoint, path, body } = request_;
    const text = JSON.stringify(body);
    this.#last = text.slice(-1);
    this.#sent = request(`${url}/api${path}`, {
      method: endpoint.method,
      agent: false,
      // Connections, and wrong tokens, are limited per client.
      localAddress: `127.0.0.${2 + (number % 16)}`,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        authorization: `Bearer ${token}`,
        'x-workspace': workspace,
      },
    });
    this.#answer = this.#read();
    // Whoever finishes the request gets the error.
    this.#answer.catch(() => undefined);
    this.#sent.write(text.slice(0, -1));
  }

  async #read() {
    const [response] = (await once(this.#sent, 'response')) as [IncomingMessage];
    this.isAnswered = true;
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    return { status: response.statusCode ?? 0, text };
  }

  finish(): Promise<{ status: number; text: string }> {
    this.#sent.end(this.#last);
    return this.#answer;
  }
}

/** A person who loses rights. */
interface Loser {
  sender: Client;
  /** What is sent as the bearer: an access token or an API token. */
  token: string;
  take: () => Promise<unknown>;
  /** Whether the endpoint needs what is lost. */
  affects: (endpoint: Route) => boolean;
}

/** Everybody who loses something, each with all rights until then. */
async function losersOf(team: Team, administrator: Client): Promise<Record<string, Loser>> {
  const account = (person: Client, change: object) => async () => {
    const { status, text } = await administrator.call(
      'PUT',
      `/installation/accounts/${person.userId}`,
      change,
    );
    assert.equal(status, 200, text);
  };
  const join = (name: string) => team.join(name, { role: 'ADMIN' });
  const [removed, demoted, disabled, maker, former] = [
    await join('removed'),
    await join('demoted'),
    await join('disabled'),
    await join('maker'),
    await join('former'),
  ];
  const ended = await join('ended');
  await account(former, { role: 'ADMIN' })();
  const made = await makeToken(maker, { permissions: tokenPermissions });
  const kept = { role: 'VIEWER', secrets: false } as const;
  return {
    'is removed': {
      sender: removed,
      token: removed.token,
      affects: isOfMembers,
      take: () => team.remove(removed),
    },
    'becomes a viewer without secrets': {
      sender: demoted,
      token: demoted.token,
      affects: (endpoint) => refusalOf(endpoint, kept) !== null,
      take: () => team.change(demoted, kept),
    },
    'signs out': {
      sender: ended,
      token: ended.token,
      affects: ({ access }) => access !== 'administrator',
      take: () => ended.call('POST', '/auth/logout'),
    },
    'is disabled': {
      sender: disabled,
      token: disabled.token,
      affects: ({ access }) => access !== 'administrator',
      take: account(disabled, { disabled: true }),
    },
    'ends the API token': {
      sender: maker,
      token: made.value,
      affects: ({ access }) => isGiven(tokenPermissions, access),
      take: () => maker.call('DELETE', `/tokens/${made.token.id}`),
    },
    'is no administrator': {
      sender: former,
      token: former.token,
      affects: ({ access }) => access === 'administrator',
      take: account(former, { role: 'USER' }),
    },
  };
}

/** What merely notes that something was used, or that a job ran. */
const noted = new Set(['lastSeenAt', 'lastUsedAt', 'lastUsedFrom', 'address', 'userAgent']);

/** Everything that is stored. */
async function stored({ db }: Data): Promise<string> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const rows: string[] = [];
  for (const table of tables.filter((name) => name !== 'jobs'))
    for (const row of await db
      .selectFrom(table as 'users')
      .selectAll()
      .execute())
      rows.push(
        `${table} ${JSON.stringify(row, (name, value: unknown) => (noted.has(name) ? undefined : value))}`,
      );
  return rows.sort().join('\n');
}

async function targetOf(team: Team): Promise<Omit<Target, 'sender'>> {
  const { owner, workspace } = team;
  const friend = await team.join(`friend-${nextNumber()}`, { role: 'VIEWER', secrets: true });
  const records: Target['records'] = {};
  for (const area of Object.keys(fixtures)) records[area] = await createRecord(owner, area);
  return { owner, workspace, friend, records };
}

/** What changes the secrets comes after their reveals; what changes or ends the sender comes last. */
const placeOf = ({ request: { path } }: Late): number =>
  path.endsWith('/reveal') ? 0 : 1 + ['/auth/me', '/auth/logout'].indexOf(path) + 1;

/** Asserts that each request is admitted while its sender keeps all rights, so that a refusal is due to their loss. */
async function admitsOthers(url: string, team: Team, administrator: Client): Promise<void> {
  const sender = await team.join('kept', { role: 'ADMIN' });
  await administrator.call('PUT', `/installation/accounts/${sender.userId}`, { role: 'ADMIN' });
  const requests = await requestsFor({ ...(await targetOf(team)), sender }, () => true);
  const late = requests.map((each, index) => new Late(url, each, sender.token, team.workspace, index));
  for (const each of late.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const { status, text } = await each.finish();
    const { endpoint, isEmpty } = each.request;
    const what = `${endpoint.method} ${endpoint.path}: ${text}`;
    assert.ok(isEmpty ? status !== 401 && status < 500 : status < 300, what);
  }
}

/**
 * Takes rights away at one server while bodies arrive at another, and completes them 10 s later: each must be refused,
 * and nothing may be stored. Returns the number of requests.
 */
export async function bodiesComeLate(
  here: string,
  teams: readonly [Team, Team],
  administrator: Client,
  data: Data,
): Promise<number> {
  await admitsOthers(here, teams[0], administrator);
  const team = teams[1];
  const target = await targetOf(team);
  const losers = Object.entries(await losersOf(team, administrator));
  const late: { who: string; each: Late }[] = [];
  for (const [who, { sender, token, affects }] of losers)
    for (const wanted of await requestsFor({ ...target, sender }, affects))
      late.push({ who, each: new Late(here, wanted, token, team.workspace, late.length) });
  // Long enough for each to be admitted: one that is not by then is answered before its body is complete.
  await pause(admittedMs);
  await Promise.all(losers.map(([, { take }]) => take()));
  await pause(heldMs);
  for (const { who, each } of late.filter((one) => one.each.isAnswered)) {
    const { endpoint } = each.request;
    const { status, text } = await each.finish();
    assert.fail(
      `${endpoint.method} ${endpoint.path} of somebody who ${who} was answered too early: ${status} ${text}`,
    );
  }
  const before = await stored(data);
  const answers = await Promise.all(
    late.map(async ({ who, each }) => ({ who, each, answer: await each.finish() })),
  );
  for (const { who, each, answer } of answers) {
    const { endpoint } = each.request;
    const what = `${endpoint.method} ${endpoint.path} of somebody who ${who}: ${answer.status} ${answer.text}`;
    assert.ok([401, 403, 404].includes(answer.status), what);
  }
  assert.equal(await stored(data), before, 'something was stored');
  return late.length;
}
