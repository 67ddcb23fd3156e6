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

interface Heavy {
  operation: string;
  /** How many times as long as the floor it may take. */
  most: number;
  product: Target;
  floor: Target;
  /** Comes before each request. */
  prepare?: () => Promise<unknown>;
}

/** How long a request takes beside the floor's. */
async function heavy({ engine, rounds, size, tell }: Bench, { operation, most, prepare, ...targets }: Heavy) {
  const took = await times(rounds, targets, prepare);
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

/** What others notice of a request meanwhile. */
async function beside(bench: Bench, line: Awaited<ReturnType<typeof heavy>>, target: Target) {
  const body = target.body?.();
  const work = () => read({ ...target, ...(body !== undefined && { body: () => body }) });
  const p95 = await p95Beside(besideOf(bench), work);
  bench.tell({ ...line, result: `others' p95 ${inMs(p95)}`, goal: '< 100 ms', isMet: p95 < besideMs });
}

async function exported(bench: Bench) {
  const { asked, size } = bench;
  const product = asked('/domains/export');
  const operation = `CSV export of ${size}`;
  const line = await heavy(bench, { operation, most: 1.5, product, floor: bench.floor('/export') });
  await beside(bench, line, product);
  const growth = await memoryGrowth(bench.product.child.pid, () => read(product));
  bench.tell({ ...line, result: `${growth.toFixed(0)} MB more`, goal: '< 64 MB', isMet: growth < 64 });
}

async function checkExpiration(bench: Bench) {
  const { asked, floor, context, store, operator } = bench;
  const post = { method: 'POST', body: () => '{}' } as const;
  await heavy(bench, {
    operation: `check expiration, ${outdated} changes`,
    most: 2,
    product: { ...asked('/domains/check-expiration'), ...post },
    floor: { ...floor('/check-expiration'), ...post },
    prepare: await disorder(context, store, operator, outdated),
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
  const product: Target = { ...asked('/domains/bulk-import'), method: 'POST', body };
  const line = await heavy(bench, {
    operation: `bulk import of ${imported}`,
    most: 2,
    product,
    floor: { ...floor('/import'), method: 'POST', body },
  });
  await beside(bench, line, product);
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
