import { median } from '../prove/median.ts';
import { type Target, fetched, ratio, rates, read } from './load.ts';
import type { Bench } from './measure.ts';
import { hitsIn, needle } from './portfolio.ts';
import { inMs, perSecond } from './report.ts';

const seconds = 2;
/** Some goals are for this many domains alone. */
const largest = 100_000;
const page = '/domains?limit=20&status=ACTIVE&sortBy=expirationDate&sortOrder=asc';
const times = (factor: number) => `${factor.toFixed(2)} ×`;

/** Milliseconds of one request, from how many are answered one after the other. */
const msOf = (rounds: readonly number[]) => 1000 / median(rounds);

/** What took how long at the smallest size, by engine and operation, measured by something that does not grow. */
const atFirst = new Map<string, number>();

/** The figure at the smallest size, which is this one when it is the first. */
function firstOf({ engine }: Bench, operation: string, took: number): number {
  const key = `${engine} ${operation}`;
  const first = atFirst.get(key) ?? took;
  atFirst.set(key, first);
  return first;
}

/** Requests that change nothing, at one size. */
export async function reading(bench: Bench): Promise<void> {
  const { asked, floor, isWanted } = bench;
  if (isWanted('page')) await pagesOf20(bench);
  for (const [operation, path, floorPath, most] of [
    ['list of 1 000', '/domains?limit=1000', '/list', 1.5],
    ['list of 100 servers, unsealed', '/servers?limit=100', '/servers', 2],
  ] as const)
    if (isWanted(operation)) await againstFloor(bench, operation, asked(path), floor(floorPath), most);
  if (isWanted('search')) await search(bench);
  for (const [operation, path] of [
    ['domain stats', '/domains/stats'],
    ['dashboard', '/dashboard/stats'],
  ] as const)
    if (isWanted(operation)) await figures(bench, operation, path);
}

const day = 86_400_000;
const days = 400;
/** Before the first date of all, so that the same rows are found from each of the days on. */
const lastDay = 61;

/** Another question in each request: more of them than there is room to remember answers. */
function anotherDay(queryOf: (day: Date) => string): () => string {
  const last = Math.floor(Date.now() / day) - lastDay;
  let asked = 0;
  return () => queryOf(new Date((last - (asked++ % days)) * day));
}
const expiresFrom = () => anotherDay((at) => `&expiresFrom=${at.toISOString().slice(0, 10)}`);

/**
 * The same page again and again, which the product remembers; and one that it has to read each time. That one has no goal
 * against the wire, from which reading twenty rows keeps the floor away too.
 */
async function pagesOf20(bench: Bench) {
  const { asked, floor } = bench;
  const [product, byHand] = [asked(page), floor('/page?status=ACTIVE')];
  const { line, ofWire } = await pageOf20(
    bench,
    'page of 20 with its total, 32 connections',
    product,
    byHand,
  );
  bench.tell({ ...line, result: `${times(ofWire)} the wire`, goal: '≥ 0.15 ×', isMet: ofWire >= 0.15 });
  const another = { ...product, query: expiresFrom() };
  // Each total is counted before: many first counts at once wait for one another longer than a request may.
  for (let n = 0; n < days; n += 1) await read({ ...product, url: `${product.url}${another.query()}` });
  const later = anotherDay((at) => `&from=${at.getTime()}`);
  await pageOf20(bench, 'the same, another question each time', another, { ...byHand, query: later });
}

async function pageOf20(bench: Bench, operation: string, product: Target, byHand: Target) {
  const { engine, rounds, size, tell } = bench;
  const wire = await bench.wire(await (await fetched(product)).text());
  const many = await rates({ product, floor: byHand, wire }, { connections: 32, seconds, rounds });
  const line = {
    operation,
    engine,
    size,
    product: perSecond(median(many.product)),
    floor: perSecond(median(many.floor)),
    wire: perSecond(median(many.wire)),
  };
  const ofFloor = ratio(many.product, many.floor);
  tell({ ...line, result: `${times(ofFloor)} the floor`, goal: '≥ 0.7 ×', isMet: ofFloor >= 0.7 });
  // The machine is not as fast now as some minutes ago: what took how long is told by the wire's time.
  const ofWire = ratio(many.product, many.wire);
  const growth = 1 / ofWire / firstOf(bench, operation, 1 / ofWire);
  const result = `${times(growth)} the time at the first size`;
  if (size >= largest) tell({ ...line, result, goal: '≤ 1.25 ×', isMet: growth <= 1.25 });
  return { line, ofWire };
}

async function againstFloor(
  { engine, rounds, size, tell }: Bench,
  operation: string,
  product: Target,
  byHand: Target,
  most: number,
) {
  const one = await rates({ product, floor: byHand }, { connections: 1, seconds, rounds });
  const slower = ratio(one.floor, one.product);
  tell({
    operation,
    engine,
    size,
    product: inMs(msOf(one.product)),
    floor: inMs(msOf(one.floor)),
    wire: '',
    result: `${times(slower)} the floor's time`,
    goal: `≤ ${most} ×`,
    isMet: slower <= most,
  });
  return { ms: msOf(one.product), floorMs: msOf(one.floor) };
}

const longestSearchMs = 5;

async function search(bench: Bench) {
  const operation = `search, ${hitsIn(bench.size)} hits`;
  const product = { ...bench.asked(`/domains?limit=20&search=${needle}`), query: expiresFrom() };
  const byHand = bench.floor(`/search?words=${needle}`);
  const { ms, floorMs } = await againstFloor(bench, operation, product, byHand, 2);
  if (bench.size < largest) return;
  bench.tell({
    operation,
    engine: bench.engine,
    size: bench.size,
    product: inMs(ms),
    floor: inMs(floorMs),
    wire: '',
    result: inMs(ms),
    goal: `≤ ${longestSearchMs} ms`,
    isMet: ms <= longestSearchMs,
  });
}

async function figures(bench: Bench, operation: string, path: string) {
  const { asked, engine, rounds, size, tell } = bench;
  const one = await rates(
    { figures: asked(path), page: asked(page) },
    { connections: 1, seconds: 1, rounds },
  );
  const line = { operation, engine, size, product: inMs(msOf(one.figures)), floor: '', wire: '' };
  const slower = ratio(one.page, one.figures);
  tell({ ...line, result: `${times(slower)} a page of 20`, goal: '≤ 3 ×', isMet: slower <= 3 });
  // By the page's time of the same rounds, as the page's by the wire's.
  const growth = slower / firstOf(bench, operation, slower);
  const result = `${times(growth)} the time at the first size`;
  tell({ ...line, result, goal: '0.5 to 1.5 ×', isMet: growth >= 0.5 && growth <= 1.5 });
}
