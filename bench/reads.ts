import { median } from '../prove/median.ts';
import type { Bench } from './bench.ts';
import { type Target, rates, ratio, read } from './load.ts';
import { atLeast, atMost, inMs, inTimes, ofFloorTime, perSecond } from './report.ts';

const pagePath = '/domains?limit=20&status=ACTIVE&sortBy=expirationDate&sortOrder=asc';
/** What the page of domains sends for its list: the records of web/src/records/list-query.ts. */
const listPath = '/domains?page=1&limit=500';

/** Milliseconds of one request, from how many are answered one after the other. */
const msOf = (perSecond: readonly number[]) => 1000 / median(perSecond);

const day = 86_400_000;
/** For two operators they fit into the cache of totals, which holds 500. */
const days = 200;
/** Earlier than all dates, so that each of the days selects the same rows. */
const lastDay = 61;

/** Each request asks for other dates and gets the same rows. */
function anotherDay(queryOf: (day: Date) => string): () => string {
  const last = Math.floor(Date.now() / day) - lastDay;
  let count = 0;
  return () => queryOf(new Date((last - (count++ % days)) * day));
}
export const expiresFrom = () => anotherDay((at) => `&expiresFrom=${at.toISOString().slice(0, 10)}`);

/** A list's total depends on its filters alone and is cached, so request each one once before measuring. */
async function countTotals(target: Target) {
  for (let n = 0; n < days; n += 1) await read(target);
}

/** The page is measured first, and V8 goes on optimizing the server's code for its first ten thousand requests. */
const warmUps = 3;

export async function page({ asked, floor, isLast, other, tell }: Bench): Promise<void> {
  const ask = (token?: string) => ({ ...asked(pagePath, token), query: expiresFrom() });
  const [product, ofOther] = [ask(), ask(other.token)];
  const byHand = { ...floor('/page?status=ACTIVE'), query: anotherDay((at) => `&from=${at.getTime()}`) };
  for (const target of [product, ofOther]) await countTotals(target);
  // A second of the floor lies between the two operators' rounds: while both are served, each has two turns, not six.
  const many = await rates({ product, floor: byHand, ofOther, floorAgain: byHand }, 32, warmUps);
  const line = {
    operation: 'page of 20, another question each time, 32 clients',
    product: perSecond(median(many.product)),
    floor: perSecond(median(many.floor)),
  };
  const rate = ratio(many.product, many.floor);
  tell({ ...line, ...atLeast(rate, 0.5, inTimes, (shown) => `${shown} the floor`) });
  const growth = ratio(many.ofOther, many.product);
  if (isLast) tell({ ...line, ...atMost(growth, 1.25, inTimes, ofSmall) });
}

const ofSmall = (shown: string) => `${shown} the time with 1,000`;

async function againstFloor(
  { tell }: Bench,
  operation: string,
  targets: Record<'product' | 'floor', Target>,
  most: number,
) {
  const one = await rates(targets, 1);
  tell({
    operation,
    product: inMs(msOf(one.product)),
    floor: inMs(msOf(one.floor)),
    ...atMost(ratio(one.floor, one.product), most, inTimes, ofFloorTime),
  });
}

export const list = (bench: Bench): Promise<void> =>
  againstFloor(
    bench,
    "the interface's list, 500 rows",
    { product: bench.asked(listPath), floor: bench.floor('/list') },
    1.5,
  );

export const servers = (bench: Bench): Promise<void> =>
  againstFloor(
    bench,
    'list of 100 servers, unsealed',
    { product: bench.asked('/servers?limit=100'), floor: bench.floor('/servers') },
    2,
  );

export async function stats({ asked, isLast, other, tell }: Bench): Promise<void> {
  for (const [operation, path] of [
    ['domain stats', '/domains/stats'],
    ['dashboard stats', '/dashboard/stats'],
  ] as const) {
    const ofOther = asked(path, other.token);
    const one = await rates({ stats: asked(path), page: asked(pagePath), ofOther }, 1);
    const line = { operation, product: inMs(msOf(one.stats)) };
    const slower = ratio(one.page, one.stats);
    tell({ ...line, ...atMost(slower, 3, inTimes, (shown) => `${shown} a page of 20`) });
    if (isLast) tell({ ...line, ...atMost(ratio(one.ofOther, one.stats), 1.5, inTimes, ofSmall) });
  }
}
