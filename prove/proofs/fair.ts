import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { createRecord } from '../../server/test/records.ts';
import { type Client, password } from '../../server/test/test-app.ts';
import type { AttackOrder } from '../attack-worker.ts';
import { type Attack, type Portfolio, attacksOf } from '../attacks.ts';
import type { Context, Engine } from '../context.ts';
import { p95Of } from '../median.ts';
import { callAt, registerOperator, signInOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';

/** What others may wait, in ms: the p95 of pages, the longest write and sign-in. */
const allowed = { page: 1000, write: 2500, 'sign-in': 3000 } as const;
type Kind = keyof typeof allowed;

const worst = 10;
const aloneMs = 2000;
const togetherMs = 60_000;

/** In ms. */
type Times = Record<Kind, number>;

/**
 * Measures what another user experiences while `busy` runs: pages and writes one after another, and a sign-in every
 * half second.
 */
async function measure(url: string, victim: Client, busy: Promise<unknown>): Promise<Times> {
  const times: Record<Kind, number[]> = { page: [], write: [], 'sign-in': [] };
  const ended = { value: false };
  void busy.finally(() => (ended.value = true));
  const timed = async (kind: Kind, send: () => Promise<{ status: number; text: string }>) => {
    const began = performance.now();
    const { status, text } = await send();
    times[kind].push(performance.now() - began);
    assert.ok(status < 300, `${kind} ${status}: ${text}`);
  };
  const repeat = async (gap: number, act: () => Promise<void>) => {
    while (!ended.value) {
      await act();
      await pause(gap);
    }
  };
  let boxes = 0;
  const box = () => ({ email: `box-${(boxes += 1)}-${performance.now()}@example.com`, password: 'x' });
  await Promise.all([
    repeat(20, () => timed('page', () => victim.call('GET', '/domains?page=1&limit=20'))),
    repeat(50, () => timed('write', () => victim.call('POST', '/emails', box()))),
    repeat(500, () =>
      timed('sign-in', () => callAt(url, 'POST', '/auth/login', { email: victim.email, password })),
    ),
  ]);
  return {
    page: p95Of(times.page),
    write: Math.max(...times.write),
    'sign-in': Math.max(...times['sign-in']),
  };
}

/** Signs in anew, since a session's access token ends before all attacks have been tried. */
interface People {
  victim: () => Promise<Client>;
  /** null: nobody who is signed in. */
  attacker: (() => Promise<Client>) | null;
}

async function attack(
  url: string,
  people: People,
  some: Pick<AttackOrder, 'attacks' | 'time'>,
): Promise<Times> {
  const victim = await people.victim();
  const attacker = await people.attacker?.();
  const order: AttackOrder = { url, token: attacker?.token ?? null, ...some };
  const worker = new Worker(new URL('../attack-worker.ts', import.meta.url), { workerData: order });
  const counts = once(worker, 'message');
  const times = await measure(url, victim, counts);
  await worker.terminate();
  return times;
}

/** The worst ratio of a measured time to its limit. */
const scoreOf = (times: Times): number =>
  Math.max(...Object.entries(allowed).map(([kind, limit]) => times[kind as Kind] / limit));

const shown = (times: Times): string =>
  Object.entries(times)
    .map(([kind, time]) => `${kind} ${time.toFixed(0)}`)
    .join(', ');

/** The times that were too long. */
const missedIn = (times: Times): string[] =>
  (Object.keys(allowed) as Kind[])
    .filter((kind) => times[kind] > allowed[kind])
    .map((kind) => `${kind} ${times[kind].toFixed(0)}`);

/** Each attack alone, then the worst together, which are repeated once where others waited too long. */
async function attackBy(url: string, people: People, attacks: readonly Attack[]): Promise<string> {
  const alone: { attack: Attack; score: number }[] = [];
  for (const each of attacks) {
    const times = await attack(url, people, { attacks: [each], time: aloneMs });
    alone.push({ attack: each, score: scoreOf(times) });
  }
  const chosen = alone
    .toSorted((a, b) => b.score - a.score)
    .slice(0, worst)
    .map((each) => each.attack);
  const together = () => attack(url, people, { attacks: chosen, time: togetherMs });
  const first = await together();
  const names = chosen.slice(0, 3).map(({ name }) => name);
  if (missedIn(first).length === 0) return `${shown(first)} (${names.join(', ')})`;
  const again = await together();
  const missed = missedIn(again);
  const verdict = missed.length === 0 ? 'at the second try' : `missed twice: ${missed.join(', ')}`;
  return `${shown(again)}, before that ${shown(first)}: ${verdict} (${names.join(', ')})`;
}

const importsAtOnce = 10_000;
/** Each is on a tenth of the domains: as many as a bulk action takes. */
const tagsOfType = 10;

/** A portfolio of that many domains with tags, and a record of each kind that much hangs on. */
async function fill(attacker: Client, domains: number): Promise<Portfolio> {
  const records: Portfolio['records'] = {};
  for (const area of Object.keys(fixtures))
    records[area] = await createRecord(attacker, area, { optional: true });
  const { registratorAccountId, serverId, cdnAccountId } = { ...records.domains } as Record<string, unknown>;
  const shared = { registratorAccountId, serverId, cdnAccountId, expirationDate: '2030-01-31' };
  for (let start = 0; start < domains; start += importsAtOnce) {
    const rows = Array.from({ length: Math.min(importsAtOnce, domains - start) }, (_, at) => ({
      ...shared,
      domain: `site-${start + at}.example.com`,
      comment: `Customer ${at % 97} staging example`,
      tags: [
        { type: 'client', value: `c${at % tagsOfType}` },
        { type: 'env', value: `e${at % tagsOfType}` },
      ],
    }));
    const { status, text } = await attacker.call('POST', '/domains/bulk-import', { domains: rows });
    assert.equal(status, 200, text);
  }
  const tags = ['client:c', 'env:e'].flatMap((tag) =>
    Array.from({ length: tagsOfType }, (_, at) => `${tag}${at}`),
  );
  const { body } = await attacker.call<{ data: { workspaces: { id: string }[] } }>('GET', '/workspaces');
  return { records, tags, userId: attacker.userId, workspaceId: body.data.workspaces[0]?.id ?? '' };
}

async function attackEngine(context: Context, engine: Engine): Promise<string> {
  const server = await context.start(await context.store(engine));
  const { url } = server;
  const attacker = await registerOperator(url, 'administrator@example.com').then(() =>
    registerOperator(url, 'attacker@example.com'),
  );
  const victim = await registerOperator(url, 'victim@example.com');
  await fill(victim, 1000);
  const portfolio = await fill(attacker, 100_000);
  const again = (client: Client) => () => signInOperator(url, client, password);
  const { text } = await callAt(url, 'GET', '/openapi.json');
  const attacks = attacksOf(text, portfolio);
  const signedIn = await attackBy(url, { victim: again(victim), attacker: again(attacker) }, attacks);
  const open = attacks.filter(({ isPublic }) => isPublic);
  const closed = attacks.filter(({ isPublic }) => !isPublic).flatMap(({ requests }) => requests);
  const outside = [...open, { name: 'every other endpoint', isPublic: false, requests: closed }];
  const anonymous = await attackBy(url, { victim: again(victim), attacker: null }, outside);
  assert.equal(server.child.exitCode, null, 'the process ended');
  const count = attacks.reduce((sum, { requests }) => sum + requests.length, 0);
  return (
    `${engine}: ${count} requests to ${attacks.length} endpoints; in ms, beside a user ${signedIn}; ` +
    `beside an anonymous client ${anonymous}`
  );
}

export const fair: Proof = {
  name: 'fair',
  promise:
    'Whatever one person or client sends from 32 connections, nobody else gets a 5xx, and others are served: a page within 1 s (p95), a write within 2.5 s, a sign-in within 3 s.',
  seconds: 3600,
  quick: false,
  run: async (context) => {
    const results = [];
    for (const engine of context.engines) results.push(await attackEngine(context, engine));
    return results.join('; ');
  },
};
