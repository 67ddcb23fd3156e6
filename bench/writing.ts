import { median } from '../prove/median.ts';
import { type Target, fetched, memoryGrowth, p95Beside, rates, ratio, read, times } from './load.ts';
import type { Bench } from './measure.ts';
import { type Ground, domainOf, layGround, register } from './portfolio.ts';
import { inMs, perSecond } from './report.ts';
import { disorder } from './disorder.ts';

const imported = 10_000;
const outdated = 5000;
const besideMs = 100;
const factor = (value: number) => `${value.toFixed(2)} ×`;

/** Requests that change something, with the portfolio at its largest, and a file of all of it. */
export async function writing(bench: Bench): Promise<void> {
  const { isWanted } = bench;
  if (isWanted('create')) for (const clients of [1, 16]) await create(bench, clients);
  if (isWanted('export')) await exported(bench);
  if (isWanted('check expiration')) await checkExpiration(bench);
  if (isWanted('bulk import')) await bulkImport(bench);
  if (isWanted('sign-in')) await signInBurst(bench);
}

let made = 0;
const fresh = (ground: Ground) => domainOf((made += 1), ground, Date.now(), 'created');

async function create({ asked, engine, floor, ground, rounds, size, tell }: Bench, clients: number) {
  const body = () => JSON.stringify(fresh(ground));
  const many = await rates(
    {
      product: { ...asked('/domains'), method: 'POST', body },
      floor: { ...floor('/domains'), method: 'POST', body },
    },
    { connections: clients, seconds: 2, rounds },
  );
  const ofFloor = ratio(many.product, many.floor);
  tell({
    operation: `create one, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
    engine,
    size,
    product: perSecond(median(many.product)),
    floor: perSecond(median(many.floor)),
    wire: '',
    result: `${factor(ofFloor)} the floor`,
    goal: '≥ 0.7 ×',
    isMet: ofFloor >= 0.7,
  });
}

/** A small request of another operator. */
const besideOf = ({ asked, other }: Bench): Target => ({ ...asked('/domains?limit=20'), token: other.token });

/** How long work takes beside the floor's, and what others notice of the product's. */
async function heavy(
  bench: Bench,
  { operation, most }: { operation: string; most: number },
  product: () => Promise<unknown>,
  floor: () => Promise<unknown>,
) {
  const { engine, rounds, size, tell } = bench;
  const took = await times(rounds, { product, floor });
  const slower = ratio(took.product, took.floor);
  const line = {
    operation,
    engine,
    size,
    product: inMs(median(took.product)),
    floor: inMs(median(took.floor)),
    wire: '',
  };
  tell({ ...line, result: `${factor(slower)} the floor's time`, goal: `≤ ${most} ×`, isMet: slower <= most });
  return line;
}

async function beside(bench: Bench, line: Awaited<ReturnType<typeof heavy>>, work: () => Promise<unknown>) {
  const p95 = await p95Beside(besideOf(bench), work);
  bench.tell({ ...line, result: `others' p95 ${inMs(p95)}`, goal: '< 100 ms', isMet: p95 < besideMs });
}

async function exported(bench: Bench) {
  const { asked, floor, product, size } = bench;
  const file = asked('/domains/export');
  const operation = `CSV export of ${size}`;
  const line = await heavy(
    bench,
    { operation, most: 1.5 },
    () => read(file),
    () => read(floor('/export')),
  );
  await beside(bench, line, () => read(file));
  const growth = await memoryGrowth(product.child.pid, () => read(file));
  bench.tell({ ...line, result: `${growth.toFixed(0)} MB more`, goal: '< 64 MB', isMet: growth < 64 });
}

async function checkExpiration(bench: Bench) {
  const { asked, floor, trial, store, operator } = bench;
  const mess = await disorder(trial, store, operator, outdated);
  const prepared = (target: Target) => async () => read({ ...target, method: 'POST', body: () => '{}' });
  const operation = `check expiration, ${outdated} changes`;
  const { engine, rounds, size, tell } = bench;
  const took = { product: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round += 1)
    for (const [name, target] of [
      ['product', asked('/domains/check-expiration')],
      ['floor', floor('/check-expiration')],
    ] as const) {
      await mess();
      const { [name]: numbers } = await times(1, { [name]: prepared(target) } as Record<
        typeof name,
        () => Promise<unknown>
      >);
      took[name].push(...numbers);
    }
  const slower = ratio(took.product, took.floor);
  tell({
    operation,
    engine,
    size,
    product: inMs(median(took.product)),
    floor: inMs(median(took.floor)),
    wire: '',
    result: `${factor(slower)} the floor's time`,
    goal: '≤ 2 ×',
    isMet: slower <= 2,
  });
}

async function bulkImport(bench: Bench) {
  const { asked, floor, ground } = bench;
  let batches = 0;
  const body = () => {
    const prefix = `batch-${(batches += 1)}`;
    const now = Date.now();
    return JSON.stringify({
      domains: Array.from({ length: imported }, (_, n) => domainOf(n, ground, now, prefix)),
    });
  };
  const send = (target: Target) => {
    const text = body();
    return () => read({ ...target, method: 'POST', body: () => text });
  };
  const toProduct = () => send(asked('/domains/bulk-import'))();
  const toFloor = () => send(floor('/import'))();
  const line = await heavy(bench, { operation: `bulk import of ${imported}`, most: 2 }, toProduct, toFloor);
  await beside(bench, line, toProduct);
}

async function signInBurst(bench: Bench) {
  const { asked, engine, product, size, tell } = bench;
  const email = 'burst@example.com';
  await layGround(await register(product.url, email), { accounts: 1, servers: 1 });
  const body = () => JSON.stringify({ email, password: 'Correct-Horse-1' });
  const signIns = () =>
    Promise.all(
      Array.from({ length: 50 }, () =>
        fetched({ url: asked('/auth/login').url, method: 'POST', body }).then((answer) => answer.text()),
      ),
    );
  const began = performance.now();
  const p95 = await p95Beside(besideOf(bench), signIns);
  tell({
    operation: 'sign-in burst, 50 at once',
    engine,
    size,
    product: inMs(performance.now() - began),
    floor: '',
    wire: '',
    result: `others' p95 ${inMs(p95)}`,
    goal: '< 100 ms',
    isMet: p95 < besideMs,
  });
}
