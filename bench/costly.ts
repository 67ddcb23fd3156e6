import { readFileSync, writeFileSync } from 'node:fs';
import { fixtures } from '../server/test/fixtures/all.ts';
import { type Portfolio, type Sent, attacksOf } from '../prove/attacks.ts';
import { callAt } from '../prove/operator.ts';
import type { Bench } from './bench.ts';
import { p95Beside } from './load.ts';
import { type Operator, signIn } from './portfolio.ts';
import { atMost, inMs } from './report.ts';
import { startWatchedProduct } from './servers.ts';

const listed = 30;
const holdAtMost = 100;
const othersAtMost = 500;
const longAtMost = 2000;

/** Requests that report progress and may take long. */
const isLong = ({ name }: Costly): boolean => /\/(export|bulk-import|bulk-actions)$/.test(name);

interface Costly {
  /** 'GET /domains' */
  name: string;
  sent: Sent;
  status: number;
  ms: number;
  /** The longest block of the event loop, and the p95 of another user's pages meanwhile, in ms. */
  hold: number;
  others: number;
}

/** A record of each area, the newest one, and tags in use. */
async function portfolioOf({ call }: Operator): Promise<Portfolio> {
  const records: Portfolio['records'] = {};
  for (const [area, { crud }] of Object.entries(fixtures)) {
    const list = await call<Record<string, Portfolio['records'][string][]>>('GET', `${crud.path}?limit=1`);
    const record = list[crud.listKey]?.[0];
    if (record) records[area] = record;
  }
  const { user } = await call<{ user: { id: string } }>('GET', '/auth/me');
  const { workspaces } = await call<{ workspaces: { id: string }[] }>('GET', '/workspaces');
  const own = { userId: user.id, workspaceId: workspaces[0]?.id ?? '' };
  return { ...own, records, tags: Array.from({ length: 20 }, (_, n) => `project:project ${n}`) };
}

const shown = ({ name, sent }: Costly): string => {
  const query = sent.path.split('?')[1];
  const asked = query === undefined ? '' : `?${decodeURIComponent(query).slice(0, 80)}`;
  const text = `${name}${asked}${sent.body ? ` ${sent.body.subarray(0, 60).toString()}` : ''}`;
  return `\`${text.replaceAll(/[|`\n\ufffd]/g, '·')}\``;
};

/** Replaces what stands between the marks of this engine. */
function write(path: string, engine: string, costly: readonly Costly[]): void {
  const [begin, end] = [`<!-- Costliest on ${engine}. -->`, `<!-- End of costliest on ${engine}. -->`];
  const text = readFileSync(path, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${path} has no place for the costliest on ${engine}`);
  const rows = costly.map(
    (each) =>
      `| ${shown(each)} | ${each.status} | ${inMs(each.ms)} | ${inMs(each.hold)} | ${inMs(each.others)} |`,
  );
  const head = `| Request | Status | Time | Event loop held | Others' p95 |\n| --- | --- | --- | --- | --- |`;
  writeFileSync(
    path,
    `${text.slice(0, before)}${begin}\n\n${head}\n${rows.join('\n')}\n\n${text.slice(after)}`,
  );
}

/**
 * The most expensive requests of a signed-in operator, found among the worst of every endpoint. They go to a separate
 * server, so that the other one's memory reflects everything else.
 */
export async function costly({ context, store, operator: { email }, other, tell }: Bench): Promise<void> {
  const product = await startWatchedProduct(context, store);
  const { url } = product;
  const operator = await signIn(url, email);
  const { text } = await callAt(url, 'GET', '/openapi.json');
  const attacks = attacksOf(text, await portfolioOf(operator));
  const asOther = {
    url: `${url}/api/domains?page=1&limit=20`,
    token: (await signIn(url, other.email)).token,
  };
  const send = async (sent: Sent): Promise<Pick<Costly, 'status' | 'ms'>> => {
    const began = performance.now();
    const { status } = await callAt(url, sent.method, sent.path, sent.body?.toString(), operator.token, {
      ...(sent.body && { 'content-type': 'application/json' }),
    });
    return { status, ms: performance.now() - began };
  };
  const all: Costly[] = [];
  for (const { name, isPublic, requests } of attacks)
    for (const sent of isPublic ? [] : requests)
      all.push({ name, sent, ...(await send(sent)), hold: 0, others: 0 });
  const worst = all.toSorted((a, b) => b.ms - a.ms).slice(0, listed);
  for (const each of worst) {
    await product.longestHold();
    each.others = await p95Beside(asOther, async () => Object.assign(each, await send(each.sent)));
    each.hold = await product.longestHold();
  }
  const most = (figure: (each: Costly) => number, of = worst) => Math.max(0, ...of.map(figure));
  const line = { operation: `the ${listed} costliest of ${all.length} requests`, product: '' };
  const hold = (time: string) => `event loop held ${time}`;
  tell({
    ...line,
    ...atMost(
      most(({ hold: ms }) => ms),
      holdAtMost,
      inMs,
      hold,
    ),
  });
  tell({
    ...line,
    ...atMost(
      most(({ others: ms }) => ms),
      othersAtMost,
      inMs,
      (time) => `others' p95 ${time}`,
    ),
  });
  const short = worst.filter((each) => !isLong(each));
  const rest = (time: string) => `but exports, imports and bulk actions, ${time}`;
  tell({
    ...line,
    ...atMost(
      most(({ ms }) => ms, short),
      longAtMost,
      inMs,
      rest,
    ),
  });
  await product.stop('SIGTERM');
  write('docs/performance.md', context.engines[0] ?? '', worst);
}
