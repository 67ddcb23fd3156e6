import { median } from '../prove/median.ts';
import type { Bench } from './bench.ts';
import { type Target, memoryGrowth, rates, ratio, read, times } from './load.ts';
import { domainOf, domainsOf } from './portfolio.ts';
import { atLeast, atMost, inMB, inMs, inTimes, ofFloorTime, perSecond } from './report.ts';

const importedRows = 10_000;

export async function create({ asked, floor, seed, floorSeed, tell }: Bench): Promise<void> {
  let created = 0;
  const post = (target: Target, ids: typeof seed): Target => ({
    ...target,
    method: 'POST',
    body: () => JSON.stringify(domainOf((created += 1), ids, 'created')),
  });
  const one = await rates(
    { product: post(asked('/domains'), seed), floor: post(floor('/domains'), floorSeed) },
    1,
  );
  tell({
    operation: 'create one',
    product: perSecond(median(one.product)),
    floor: perSecond(median(one.floor)),
    ...atLeast(ratio(one.product, one.floor), 0.35, inTimes, (shown) => `${shown} the floor`),
  });
}

/** Measures a long request beside the floor's. */
async function againstFloor(
  { tell }: Bench,
  operation: string,
  targets: Record<'product' | 'floor', Target>,
) {
  const took = await times(targets);
  const line = { operation, product: inMs(median(took.product)), floor: inMs(median(took.floor)) };
  tell({ ...line, ...atMost(ratio(took.product, took.floor), 2, inTimes, ofFloorTime) });
}

export async function exported(bench: Bench): Promise<void> {
  const { asked, floor, product, size, tell } = bench;
  const target = asked('/domains/export');
  const operation = `CSV export of ${size}`;
  await againstFloor(bench, operation, { product: target, floor: floor('/export') });
  const growth = await memoryGrowth(product.child.pid, () => read(target));
  tell({ operation, product: '', ...atMost(growth, 64, inMB, (shown) => `${shown} more`) });
}

export async function imported(bench: Bench): Promise<void> {
  const { asked, floor, seed, floorSeed } = bench;
  let imports = 0;
  const post = (target: Target, ids: typeof seed): Target => ({
    ...target,
    method: 'POST',
    body: () => JSON.stringify({ domains: domainsOf(0, importedRows, ids, `import-${(imports += 1)}`) }),
  });
  await againstFloor(bench, `import of ${importedRows}`, {
    product: post(asked('/domains/bulk-import'), seed),
    floor: post(floor('/import'), floorSeed),
  });
}
