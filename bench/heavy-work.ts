import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { p95Beside, read } from './load.ts';
import { domainsOf } from './portfolio.ts';
import { atMost, inMs } from './report.ts';
import { besideOf } from './writes.ts';

const rows = 10_000;
const tagsOfEach = 20;
const pages = 10;
const idleMs = 2000;
const mostMs = 100;
const batch = { type: 'batch', value: 'heavy' };

/** With 20 tags each, one of which selects them all. */
const taggedDomains = ({ seed }: Bench) =>
  domainsOf(0, rows, seed, 'heavy').map((domain, n) => ({
    ...domain,
    tags: [
      batch,
      ...Array.from({ length: tagsOfEach - 1 }, (_, t) => ({
        type: `label ${t}`,
        value: `value ${n % (t + 10)}`,
      })),
    ],
  }));

/**
 * Long work of one operator, and its effect on others: their pages and the event loop, compared with an idle server.
 */
export async function heavyWork(bench: Bench): Promise<void> {
  const { asked, operator, product, tell } = bench;
  const beside = async (work: () => Promise<unknown>) => {
    await product.longestHold();
    const began = performance.now();
    const p95 = await p95Beside(besideOf(bench), work);
    return { ms: performance.now() - began, p95, hold: await product.longestHold() };
  };
  const idle = await beside(() => setTimeout(idleMs));
  const measure = async (operation: string, work: () => Promise<unknown>) => {
    const { ms, p95, hold } = await beside(work);
    const line = { operation, product: inMs(ms) };
    const ofOthers = (shown: string) => `others' p95 ${shown}, idle ${inMs(idle.p95)}`;
    tell({ ...line, ...atMost(p95, mostMs, inMs, ofOthers) });
    const ofLoop = (shown: string) => `event loop held ${shown}, idle ${inMs(idle.hold)}`;
    tell({ ...line, ...atMost(hold, mostMs, inMs, ofLoop) });
  };
  // Made before it is measured: the client that asks meanwhile is in this process.
  const body = JSON.stringify({ domains: taggedDomains(bench) });
  await measure(`import of ${rows} with ${tagsOfEach} tags each`, async () => {
    const { imported } = await operator.call<{ imported: number }>('POST', '/domains/bulk-import', body);
    assert.equal(imported, rows);
  });
  await measure(`${pages} pages of 500 sorted by registrator`, async () => {
    for (let page = 1; page <= pages; page += 1)
      await read(asked(`/domains?sortBy=registrator&sortOrder=asc&page=${page}&limit=500`));
  });
  await measure(`bulk delete of ${rows} with ${tagsOfEach} tags each`, async () => {
    const { changed } = await operator.call<{ changed: number }>('POST', '/domains/bulk-actions', {
      records: { filter: { tags: `${batch.type}:${batch.value}` } },
      do: { action: 'delete' },
    });
    assert.equal(changed, rows);
  });
}
