import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { type Target, read, waitsBeside } from './load.ts';
import { domainsOf } from './portfolio.ts';
import { atMost, inMs } from './report.ts';
import { besideOf } from './writes.ts';

const rows = 10_000;
const tagsOfEach = 20;
const pages = 10;
const idleMs = 2000;
const mostMs = 100;
const mostOfWrites = { p95: 500, longest: 2000 };
const batch = { type: 'batch', value: 'heavy' };

/** With 19 tags each, one of which selects them all; a bulk action adds the twentieth. */
const taggedDomains = ({ seed }: Bench) =>
  domainsOf(0, rows, seed, 'heavy').map((domain, n) => ({
    ...domain,
    tags: [
      batch,
      ...Array.from({ length: tagsOfEach - 2 }, (_, t) => ({
        type: `label ${t}`,
        value: `value ${n % (t + 10)}`,
      })),
    ],
  }));

/** What another operator writes meanwhile. */
function writeOf({ asked, other }: Bench): Target {
  let written = 0;
  const body = () => JSON.stringify({ email: `beside-${(written += 1)}@example.com`, password: 'x' });
  return { ...asked('/emails', other.token), method: 'POST', body };
}

/**
 * Long work of one operator, and its effect on others: their pages and writes, and the event loop, compared with an idle
 * server.
 */
export async function heavyWork(bench: Bench): Promise<void> {
  const { asked, operator, product, tell } = bench;
  const write = writeOf(bench);
  const beside = async (work: () => Promise<unknown>) => {
    await product.longestHold();
    const began = performance.now();
    const [pages, writes] = await waitsBeside([besideOf(bench), write], work);
    assert.ok(pages && writes);
    return { ms: performance.now() - began, p95: pages.p95, writes, hold: await product.longestHold() };
  };
  const idle = await beside(() => setTimeout(idleMs));
  const measure = async (operation: string, work: () => Promise<unknown>) => {
    const { ms, p95, writes, hold } = await beside(work);
    const line = { operation, product: inMs(ms) };
    const ofOthers = (shown: string) => `others' p95 ${shown}, idle ${inMs(idle.p95)}`;
    tell({ ...line, ...atMost(p95, mostMs, inMs, ofOthers) });
    for (const which of ['p95', 'longest'] as const) {
      const ofWrites = (shown: string) =>
        `others' writes ${which} ${shown}, idle ${inMs(idle.writes[which])}`;
      tell({ ...line, ...atMost(writes[which], mostOfWrites[which], inMs, ofWrites) });
    }
    const ofLoop = (shown: string) => `event loop held ${shown}, idle ${inMs(idle.hold)}`;
    tell({ ...line, ...atMost(hold, mostMs, inMs, ofLoop) });
  };
  // Made before it is measured: the client that asks meanwhile is in this process.
  const body = JSON.stringify({ domains: taggedDomains(bench) });
  await measure(`import of ${rows} with ${tagsOfEach - 1} tags each`, async () => {
    const { imported } = await operator.call<{ imported: number }>('POST', '/domains/bulk-import', body);
    assert.equal(imported, rows);
  });
  await measure(`${pages} pages of 500 sorted by registrator`, async () => {
    for (let page = 1; page <= pages; page += 1)
      await read(asked(`/domains?sortBy=registrator&sortOrder=asc&page=${page}&limit=500`));
  });
  const records = { filter: { tags: `${batch.type}:${batch.value}` } };
  const act = async (action: object) => {
    const { changed } = await operator.call<{ changed: number }>('POST', '/domains/bulk-actions', {
      records,
      do: action,
    });
    assert.equal(changed, rows);
  };
  await measure(`a twentieth tag for ${rows}`, () =>
    act({ action: 'addTag', tag: { type: 'one', value: 'more' } }),
  );
  await measure(`bulk delete of ${rows} with ${tagsOfEach} tags each`, () => act({ action: 'delete' }));
}
