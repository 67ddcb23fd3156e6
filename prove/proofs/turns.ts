import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, dayAt } from '@quartermaster/contract/rules/calendar';
import { createFrom, createRecord } from '../../server/test/records.ts';
import type { Client } from '../../server/test/test-app.ts';
import { workbook } from '../../server/test/workbook-file.ts';
import type { Context, Engine } from '../context.ts';
import { p95Of } from '../median.ts';
import { startNameServer } from '../name-server.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { residentMemory } from '../resident-memory.ts';
import { startPanel, startReceiver, startSilent } from '../turns-scene.ts';

const togetherMs = 180_000;
const everyMs = { page: 100, write: 250, look: 10_000, message: 10_000, memory: 100 };
const allowed = { page: 1000, write: 2500, look: 30_000, message: 30_000 };
const allowedMiB = 300;
const hangingChannels = 50;
const hangingHosts = 250;
const dueDomains = 3000;
const uploadsAtOnce = 2;

const onlyTls = { look: { registration: false, dns: false, tls: true } };
const soon = () => addDays(dayAt(Date.now(), 'UTC'), 5);

async function done<T>(client: Client, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await client.call<{ data: T }>(method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body.data;
}

/** Adds webhooks at these URLs to the workspace's default rule. */
async function addChannels(client: Client, urls: readonly string[]): Promise<void> {
  const channelIds: string[] = [];
  for (const [at, url] of urls.entries()) {
    const channel = { name: `hook ${at}`, type: 'webhook', config: { url } };
    channelIds.push(
      (await done<{ channel: { id: string } }>(client, 'POST', '/channels', channel)).channel.id,
    );
  }
  const { alertRules } = await done<{ alertRules: { id: string }[] }>(client, 'GET', '/alert-rules');
  await done(client, 'PUT', `/alert-rules/${alertRules[0]?.id}`, { channelIds });
}

/** 89 KB that hold one text of 90 MB. */
function hugeText(): Buffer<ArrayBuffer> {
  const cell = `<c r="A1" t="inlineStr"><is><t>${'x'.repeat(90_000_000)}</t></is></c>`;
  return Buffer.from(workbook(`<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`));
}

/** Repeats an act until the end, with a pause in between. */
async function repeat(
  end: AbortSignal,
  everyMilliseconds: number,
  act: () => Promise<unknown>,
): Promise<void> {
  while (!end.aborted) {
    await act();
    await pause(everyMilliseconds, undefined, { signal: end }).catch(() => undefined);
  }
}

/** What one workspace does: hanging channels, hanging hosts, a flood of dates, and the largest files. */
async function attack(context: Context, url: string, attacker: Client, end: AbortSignal): Promise<void> {
  const silent = await startSilent(context, '127.0.9.9');
  await addChannels(
    attacker,
    Array.from({ length: hangingChannels }, (_, at) => `http://${silent}/${at}`),
  );
  const registratorAccountId = (await createRecord(attacker, 'registrator-accounts')).id;
  const expirationDate = soon();
  const domains = Array.from({ length: dueDomains }, (_, at) => ({
    domain: `d${at}.example`,
    registratorAccountId,
    expirationDate,
  }));
  await done(attacker, 'POST', '/domains/bulk-import', { domains });
  const hosting = (await createRecord(attacker, 'hostings')).id;
  for (let at = 1; at <= hangingHosts; at += 1) {
    const panelUrl = `https://${await startSilent(context, `127.0.10.${at}`)}/`;
    const users = [{ username: 'root', password: 'x', isDefault: true }];
    await createFrom(attacker, 'servers', { name: `s${at}`, hostingId: hosting, users, panelUrl });
  }
  const body = hugeText();
  const upload = async () => {
    const answer = await fetch(`${url}/api/imports?area=domains&name=huge.xlsx`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${attacker.token}`, 'content-type': 'application/octet-stream' },
    });
    assert.ok(answer.status < 500, `an upload: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer().catch(() => undefined);
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, () => repeat(end, 100, upload)));
}

type Times = Record<keyof typeof allowed, number[]>;

/** What another workspace does meanwhile, and how long it takes. */
async function measure(context: Context, other: Client, end: AbortSignal): Promise<Times> {
  const times: Times = { page: [], write: [], look: [], message: [] };
  const timed = async (kind: keyof Times, act: () => Promise<unknown>) => {
    const began = performance.now();
    await act();
    times[kind].push(performance.now() - began);
  };
  const until = async (kind: 'look' | 'message', isDone: () => Promise<boolean>) => {
    const began = performance.now();
    while (!(await isDone())) {
      const waited = performance.now() - began;
      assert.ok(waited < 4 * allowed[kind], `a ${kind} after ${waited.toFixed(0)} ms`);
      await pause(100);
    }
  };
  const receiver = await startReceiver(context);
  await addChannels(other, [receiver.url]);
  const registratorAccountId = (await createRecord(other, 'registrator-accounts')).id;
  const hostingId = (await createRecord(other, 'hostings')).id;
  let [count, hosts] = [0, 0];
  const look = async () => {
    const host = `127.0.12.${(hosts += 1)}`;
    const panelUrl = `https://${host}:${await startPanel(context, host)}/`;
    const users = [{ username: 'root', password: 'x', isDefault: true }];
    const { id } = await createFrom(other, 'servers', { name: host, hostingId, users, panelUrl });
    await until('look', async () => {
      const { checks } = await done<{ checks: { state: string }[] }>(other, 'GET', `/servers/${id}/facts`);
      return checks[0]?.state === 'ok';
    });
  };
  const message = async () => {
    const domain = `m${(count += 1)}.example`;
    await createFrom(other, 'domains', { domain, registratorAccountId, expirationDate: soon() });
    await until('message', async () => receiver.told.has(domain));
  };
  await Promise.all([
    repeat(end, everyMs.page, () => timed('page', () => done(other, 'GET', '/domains?page=1&limit=20'))),
    repeat(end, everyMs.write, () => {
      const box = { email: `box-${(count += 1)}@example.com`, password: 'x' };
      return timed('write', () => done(other, 'POST', '/emails', box));
    }),
    repeat(end, everyMs.look, () => timed('look', look)),
    repeat(end, everyMs.message, () => timed('message', message)),
  ]);
  return times;
}

async function attackEngine(context: Context, engine: Engine): Promise<string> {
  const settings = {
    EGRESS_ALLOW: '127.0.0.0/8',
    LOOK_UPS: 'on',
    DNS_SERVERS: await startNameServer(context, () => []),
  };
  const server = await context.start(await context.store(engine), settings);
  const attacker = await registerOperator(server.url, 'attacker@example.com');
  const other = await registerOperator(server.url, 'other@example.com');
  for (const each of [attacker, other]) await done(each, 'PUT', '/alert-settings', onlyTls);
  await done(other, 'GET', '/domains?page=1&limit=20');
  const { pid = 0 } = server.child;
  const idle = residentMemory(pid);
  let most = idle;
  const end = new AbortController();
  const ended = setTimeout(() => end.abort(), togetherMs);
  const sampling = repeat(end.signal, everyMs.memory, async () => {
    most = Math.max(most, residentMemory(pid));
  });
  const [times] = await Promise.all([
    measure(context, other, end.signal),
    attack(context, server.url, attacker, end.signal),
    sampling,
  ]).finally(() => {
    clearTimeout(ended);
    end.abort();
  });
  const worst = {
    page: p95Of(times.page),
    write: Math.max(...times.write),
    look: Math.max(...times.look),
    message: Math.max(...times.message),
  };
  const missed = Object.entries(allowed).filter(([kind, limit]) => worst[kind as keyof Times] > limit);
  const figures =
    `${engine}: page ${worst.page.toFixed(0)} ms (p95 of ${times.page.length}), write ${worst.write.toFixed(0)} ms, ` +
    `look ${(worst.look / 1000).toFixed(1)} s, message ${(worst.message / 1000).toFixed(1)} s (the longest of ` +
    `${times.write.length}, ${times.look.length} and ${times.message.length}), ${(most - idle).toFixed(0)} MiB above idle`;
  assert.deepEqual(missed, [], figures);
  assert.ok(most - idle < allowedMiB, figures);
  assert.equal(server.child.exitCode, null, 'the process ended');
  return figures;
}

export const turns: Proof = {
  name: 'turns',
  promise:
    'Beside a workspace with hanging channels, hanging hosts, thousands of dates that are due and the largest files, another one is served: a page within 1 s (p95), a write within 2.5 s, a look and a message within 30 s, in 300 MiB.',
  seconds: 900,
  quick: false,
  run: async (context) => {
    const results = [];
    for (const engine of context.engines) results.push(await attackEngine(context, engine));
    return results.join('; ');
  },
};
