import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { makeToken } from '../../server/test/api-tokens.ts';
import { createRecord } from '../../server/test/records.ts';
import type { ServerProcess } from '../../server/test/server-process.ts';
import type { Client } from '../../server/test/test-app.ts';
import type { Context, Engine, Store } from '../context.ts';
import { openData } from '../data.ts';
import { jobsRun } from '../jobs-run.ts';
import { p95Of } from '../median.ts';
import { registerOperator, tokenCaller } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { type Registries, startRegistries } from '../registries.ts';

/** On each engine. In each registry it takes a second for each domain at least. */
const domains = 10_000;
const othersDomains = 1000;
/** A name whose look-up fails is tried again after a minute, two and so on. */
const lookedWithinMs = 1_100_000;
const killEveryMs = 30_000;
const askEveryMs = 250;
const pageEveryMs = 50;

const onlyRegistrations = { look: { registration: true, dns: false, tls: false } };
const nothing = { look: { registration: false, dns: false, tls: false } };

async function addDomains(client: Client, look: object, names: readonly string[]): Promise<void> {
  const set = await client.call('PUT', '/alert-settings', look);
  assert.equal(set.status, 200, set.text);
  const registratorAccountId = (await createRecord(client, 'registrator-accounts')).id;
  const rows = names.map((domain) => ({ domain, registratorAccountId }));
  const { status, text } = await client.call('POST', '/domains/bulk-import', { domains: rows });
  assert.equal(status, 200, text);
}

/** Repeats an act until the end, with a pause in between. */
async function repeat(end: AbortSignal, everyMs: number, act: () => Promise<unknown>): Promise<void> {
  while (!end.aborted) {
    await act();
    await pause(everyMs, undefined, { signal: end }).catch(() => undefined);
  }
}

/** Processes beside the first server that look up, one of which is killed now and then. */
async function keepKilling(
  context: Context,
  { store, settings, buckets }: Registries & { store: Store },
  end: AbortSignal,
): Promise<number> {
  let kills = 0;
  const noteKill = () => {
    kills += 1;
    for (const bucket of buckets) bucket.killed();
  };
  if (store.DATABASE_URL === undefined) {
    let run = jobsRun(context, store, settings);
    const running = repeat(end, 10, async () => {
      const code = await run.ended;
      assert.ok(code === 0 || code === null, run.output());
      run = jobsRun(context, store, settings);
    });
    await repeat(end, killEveryMs, async () => {
      if (run.child.kill('SIGKILL')) noteKill();
    });
    await running;
  } else {
    const servers: ServerProcess[] = [];
    for (let at = 0; at < 2; at += 1) servers.push(await context.start(store, settings));
    await repeat(end, killEveryMs, async () => {
      const victim = servers.shift();
      await victim?.stop('SIGKILL');
      noteKill();
      servers.push(await context.start(store, settings));
    });
  }
  return kills;
}

async function lookAllUp(context: Context, engine: Engine): Promise<string> {
  // Those of the first engine go on until the proof ends.
  const registries = await startRegistries(context, `127.0.${8 + context.engines.indexOf(engine)}`);
  const { buckets, tlds, settings } = registries;
  const store = await context.store(engine);
  const { url } = await context.start(store, settings);
  const other = await registerOperator(url, 'other@example.com');
  const names = (count: number, suffix: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `d${at}.${suffix(at)}`);
  await addDomains(
    other,
    nothing,
    names(othersDomains, () => 'example'),
  );
  const owner = await registerOperator(url, 'owner@example.com');
  await addDomains(
    owner,
    onlyRegistrations,
    names(domains, (at) => tlds[at % tlds.length] ?? ''),
  );
  const { db } = openData(context, store);
  const ids = (
    await db.selectFrom('domains').select('id').where('domain', 'not like', '%.example').execute()
  ).map(({ id }) => id);
  assert.equal(ids.length, domains);

  // A session would have to sign in anew after a quarter of an hour.
  const byToken = async (client: Client) =>
    tokenCaller(url, (await makeToken(client, { permissions: ['read', 'write'] })).value);
  const [askAsOther, askAsOwner] = [await byToken(other), await byToken(owner)];
  const [began, end] = [performance.now(), new AbortController()];
  const kills = keepKilling(context, { ...registries, store }, end.signal);
  const pages: number[] = [];
  const reading = repeat(end.signal, pageEveryMs, async () => {
    const sent = performance.now();
    const { status, text } = await askAsOther('GET', '/domains?page=1&limit=20');
    pages.push(performance.now() - sent);
    assert.equal(status, 200, text);
  });
  // Somebody who presses 'Check now', again and again: it must not go before the registry.
  let pressed = 0;
  const pressing = repeat(end.signal, askEveryMs, async () => {
    const id = ids[context.between(0, ids.length - 1)];
    pressed += 1;
    const { status, text } = await askAsOwner('POST', `/domains/${id}/look`, {});
    assert.ok(status < 300 || status === 429, text);
  });
  const answered = async () => {
    const { count } = await db
      .selectFrom('checks')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('kind', '=', 'registration')
      .where('answeredAt', 'is not', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const faults = () => buckets.flatMap((bucket) => bucket.faults);
  const waiting = async () => {
    for (let left = domains; left > 0; left = domains - (await answered())) {
      assert.deepEqual(faults(), [], engine);
      assert.ok(
        performance.now() - began < lookedWithinMs,
        `${left} of ${domains} were not looked up on ${engine}`,
      );
      await pause(1000);
    }
  };
  const seconds = await waiting()
    .then(() => (performance.now() - began) / 1000)
    .finally(() => end.abort());
  await Promise.all([reading, pressing]);
  const killed = await kills;
  assert.deepEqual(faults(), [], engine);
  const sum = (of: (bucket: (typeof buckets)[number]) => number) =>
    buckets.reduce((total, bucket) => total + of(bucket), 0);
  const gap = Math.min(...buckets.map(({ shortestGap }) => shortestGap));
  return (
    `${engine}: ${domains} domains in ${seconds.toFixed(0)} s by ${sum(({ requests }) => requests)} requests to ` +
    `${buckets.length} registries, the closest ${gap.toFixed(0)} ms apart, 0 at once, 0 during ` +
    `${sum(({ stops }) => stops)} stops, ${killed} kills, ${pressed} × Check now; another person's page ` +
    `${p95Of(pages).toFixed(0)} ms (p95)`
  );
}

export const registries: Proof = {
  name: 'registries',
  promise:
    'However many domains, processes, failures and kills: no registry is asked twice at once or within a second, or during a stop that it has asked for, and every domain is looked up.',
  seconds: 2400,
  quick: false,
  run: async (context) => {
    const results = [];
    for (const engine of context.engines) results.push(await lookAllUp(context, engine));
    return results.join('; ');
  },
};
