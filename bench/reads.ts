import { median } from '../prove/median.ts';
import type { Bench } from './bench.ts';
import { type Target, rates, ratio, read, times } from './load.ts';
import { domainOf } from './portfolio.ts';
import { atLeast, atMost, inMs, inTimes, largest, ofFloorTime, perSecond } from './report.ts';

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

export async function page({ asked, engine, floor, other, tell }: Bench): Promise<void> {
  const ask = (token?: string) => ({ ...asked(pagePath, token), query: expiresFrom() });
  const [product, ofOther] = [ask(), ask(other.token)];
  const byHand = { ...floor('/page?status=ACTIVE'), query: anotherDay((at) => `&from=${at.getTime()}`) };
  for (const target of [product, ofOther]) await countTotals(target);
  const many = await rates({ product, floor: byHand, ofOther }, 32, warmUps);
  const line = {
    operation: 'page of 20, another question each time, 32 clients',
    product: perSecond(median(many.product)),
    floor: perSecond(median(many.floor)),
  };
  const least = engine === 'sqlite' ? 0.4 : 0.7;
  tell({
    ...line,
    ...atLeast(ratio(many.product, many.floor), least, inTimes, (shown) => `${shown} the floor`),
  });
  const ofSmall = (shown: string) => `${shown} the time with 1,000`;
  tell({ ...line, ...atMost(ratio(many.ofOther, many.product), 1.3, inTimes, ofSmall) });
}

export async function list({ asked, floor, tell }: Bench): Promise<void> {
  const one = await rates({ product: asked(listPath), floor: floor('/list') }, 1);
  tell({
    operation: "the interface's list, 500 rows",
    product: inMs(msOf(one.product)),
    floor: inMs(msOf(one.floor)),
    ...atMost(ratio(one.floor, one.product), 1.5, inTimes, ofFloorTime),
  });
}

const writes = 5;

export async function stats({ asked, operator, seed, tell }: Bench): Promise<void> {
  const targets = { 'domain stats': asked('/domains/stats'), 'dashboard stats': asked('/dashboard/stats') };
  const one = await rates(targets, 1);
  for (const [operation, perSecond] of Object.entries(one))
    tell({ operation, product: inMs(msOf(perSecond)), ...atMost(msOf(perSecond), 5, inMs) });
  let written = 0;
  const write = () => operator.call('POST', '/domains', domainOf((written += 1), seed, 'before-stats'));
  const took = await times(
    Object.fromEntries(
      Object.entries(targets).map(([name, target]) => [name, { ...target, prepare: write }]),
    ),
    writes,
  );
  const slower = largest(Object.entries(took).map(([name, all]) => ({ name, value: median(all) })));
  tell({
    operation: 'the slower of both, after a write',
    product: slower.name,
    ...atMost(slower.value, 250, inMs),
  });
}
