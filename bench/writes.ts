import assert from 'node:assert/strict';
import { median } from '../prove/median.ts';
import type { Bench } from './bench.ts';
import { type Target, memoryGrowth, p95Beside, rates, ratio, read, request, times } from './load.ts';
import { createSeed, domainOf, domainsOf, register, signInBody } from './portfolio.ts';
import { atLeast, atMost, inMB, inMs, inTimes, ofFloorTime, perSecond } from './report.ts';

const importedRows = 10_000;
const staleRows = 5000;
const listRows = 1000;
const signIns = 50;

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const ofOthers = (shown: string) => `others' p95 ${shown}`;

let created = 0;

export async function create({ asked, floor, seed, floorSeed, tell }: Bench): Promise<void> {
  const post = (target: Target, ids: typeof seed): Target => ({
    ...target,
    method: 'POST',
    body: () => JSON.stringify(domainOf((created += 1), ids, 'created')),
  });
  const targets = { product: post(asked('/domains'), seed), floor: post(floor('/domains'), floorSeed) };
  for (const clients of [1, 16]) {
    const many = await rates(targets, clients);
    tell({
      operation: `create one, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
      product: perSecond(median(many.product)),
      floor: perSecond(median(many.floor)),
      ...atLeast(ratio(many.product, many.floor), 0.7, inTimes, (shown) => `${shown} the floor`),
    });
  }
}

/** What another operator asks meanwhile. */
export const besideOf = ({ asked, other }: Bench): Target => asked('/domains?limit=20', other.token);

/** Measures a long request beside the floor's. */
async function againstFloor(
  { tell }: Bench,
  operation: string,
  targets: Record<'product' | 'floor', Target>,
) {
  const took = await times(targets);
  const line = { operation, product: inMs(median(took.product)), floor: inMs(median(took.floor)) };
  const slower = ratio(took.product, took.floor);
  tell({ ...line, ...atMost(slower, 2, inTimes, ofFloorTime) });
  return line;
}

export async function exported(bench: Bench): Promise<void> {
  const { asked, floor, product, size, tell } = bench;
  const target = asked('/domains/export');
  const operation = `CSV export of ${size}`;
  const line = await againstFloor(bench, operation, { product: target, floor: floor('/export') });
  const p95 = await p95Beside(besideOf(bench), () => read(target));
  tell({ ...line, ...atMost(p95, 100, inMs, ofOthers) });
  const growth = await memoryGrowth(product.child.pid, () => read(target));
  tell({ ...line, ...atMost(growth, 64, inMB, (shown) => `${shown} more`) });
}

/** Gives some active domains a status that their date contradicts. */
async function makeStale({ operator }: Bench): Promise<void> {
  const ids: string[] = [];
  for (let page = 1; ids.length < staleRows; page += 1) {
    const query = `status=ACTIVE&expiresFrom=${days(40)}&page=${page}&limit=${listRows}`;
    const { domains } = await operator.call<{ domains: { id: string }[] }>('GET', `/domains?${query}`);
    if (domains.length === 0) break;
    ids.push(...domains.map(({ id }) => id));
  }
  const { changed } = await operator.call<{ changed: number }>('POST', '/domains/bulk-actions', {
    records: { ids: ids.slice(0, staleRows) },
    do: { action: 'setStatus', status: 'EXPIRED' },
  });
  assert.equal(changed, Math.min(ids.length, staleRows));
}

export async function checkExpiration(bench: Bench): Promise<void> {
  const { asked, floor } = bench;
  const post = { method: 'POST', body: () => '{}' } as const;
  const stale = { ...floor('/make-stale'), ...post, body: () => JSON.stringify({ count: staleRows }) };
  await againstFloor(bench, `check expiration, ${staleRows} changes`, {
    product: { ...asked('/domains/check-expiration'), ...post, prepare: () => makeStale(bench) },
    floor: { ...floor('/check-expiration'), ...post, prepare: () => read(stale) },
  });
}

let batches = 0;

export async function imported(bench: Bench): Promise<void> {
  const { asked, floor, seed, floorSeed, tell } = bench;
  const post = (target: Target, ids: typeof seed): Target => ({
    ...target,
    method: 'POST',
    body: () => JSON.stringify({ domains: domainsOf(0, importedRows, ids, `batch-${(batches += 1)}`) }),
  });
  const product = post(asked('/domains/bulk-import'), seed);
  // Made before it is measured: the client that asks meanwhile is in this process.
  const body = product.body?.() ?? '';
  const line = await againstFloor(bench, `bulk import of ${importedRows}`, {
    product,
    floor: post(floor('/import'), floorSeed),
  });
  const p95 = await p95Beside(besideOf(bench), () => read({ ...product, body: () => body }));
  tell({ ...line, ...atMost(p95, 100, inMs, ofOthers) });
}

export async function signInBurst(bench: Bench): Promise<void> {
  const { asked, product, tell } = bench;
  const email = 'burst@example.com';
  await createSeed(await register(product.url, email), { accounts: 1, servers: 1 });
  const { url } = asked('/auth/login');
  const signIn = () => request({ url, method: 'POST', body: () => signInBody(email) });
  const began = performance.now();
  const p95 = await p95Beside(besideOf(bench), () =>
    Promise.all(Array.from({ length: signIns }, async () => (await signIn()).text())),
  );
  tell({
    operation: `sign-in burst, ${signIns} at once`,
    product: inMs(performance.now() - began),
    ...atMost(p95, 100, inMs, ofOthers),
  });
}
