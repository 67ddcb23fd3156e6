import assert from 'node:assert/strict';
import type { Bench } from './bench.ts';
import { type Target, read, waitsBeside } from './load.ts';
import { domainsOf } from './portfolio.ts';
import { atMost, inMs, largest } from './report.ts';

const rows = 10_000;
const tagsOfEach = 20;
const doneWithin = { sqlite: 6000, postgres: 20_000 };
const ofOthers = { page: 150, write: 2500, hold: 100 };
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

/** What another operator reads and writes meanwhile. */
function besideOf({ asked, other }: Bench): Target[] {
  let written = 0;
  const body = () => JSON.stringify({ email: `beside-${(written += 1)}@example.com`, password: 'x' });
  return [
    asked('/domains?limit=20', other.token),
    { ...asked('/emails', other.token), method: 'POST', body },
  ];
}

/** Long work of one operator, and its effect on others: their pages and writes, and the event loop. */
export async function heavyWork(bench: Bench): Promise<void> {
  const { asked, engine, operator, product, tell } = bench;
  const beside = besideOf(bench);
  const waits: { name: string; page: number; write: number; hold: number }[] = [];
  const measure = async (name: string, work: () => Promise<unknown>) => {
    await product.longestHold();
    const began = performance.now();
    const [page, write] = await waitsBeside(beside, work);
    const ms = performance.now() - began;
    const hold = await product.longestHold();
    waits.push({ name, page: page?.p95 ?? NaN, write: write?.longest ?? NaN, hold });
    return ms;
  };
  // Made before it is measured: the client that asks meanwhile is in this process.
  const body = JSON.stringify({ domains: taggedDomains(bench) });
  await measure(`import of ${rows} with ${tagsOfEach - 1} tags each`, async () => {
    const { imported } = await operator.call<{ imported: number }>('POST', '/domains/bulk-import', body);
    assert.equal(imported, rows);
  });
  const records = { filter: { tags: `${batch.type}:${batch.value}` } };
  for (const [name, action] of Object.entries({
    [`tag ${rows}`]: { action: 'addTag', tag: { type: 'one', value: 'more' } },
    [`set a status of ${rows}`]: { action: 'setStatus', status: 'BLOCKED' },
    [`delete ${rows} with ${tagsOfEach} tags each`]: { action: 'delete' },
  })) {
    const ms = await measure(name, async () => {
      const sent = { records, do: action };
      const { changed } = await operator.call<{ changed: number }>('POST', '/domains/bulk-actions', sent);
      assert.equal(changed, rows);
    });
    tell({ operation: name, product: inMs(ms), ...atMost(ms, doneWithin[engine], inMs) });
  }
  await measure('CSV export', () => read(asked('/domains/export')));
  for (const [what, operation] of [
    ['page', "others' pages beside the worst of these, an import or an export: p95"],
    ['write', "others' writes: the longest"],
    ['hold', 'the event loop: the longest hold'],
  ] as const) {
    const worst = largest(waits.map((each) => ({ name: each.name, value: each[what] })));
    tell({ operation, product: worst.name, ...atMost(worst.value, ofOthers[what], inMs) });
  }
}
