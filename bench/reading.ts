import { median } from '../prove/median.ts';
import { fetched, ratio, rates } from './load.ts';
import type { Bench } from './measure.ts';
import { hitsIn, needle } from './portfolio.ts';
import { inMs, perSecond } from './report.ts';

const seconds = 2;
const page = '/domains?limit=20&status=ACTIVE&sortBy=expirationDate&sortOrder=asc';
const times = (factor: number) => `${factor.toFixed(2)} ×`;

/** Milliseconds of one request, from how many are answered one after the other. */
const msOf = (rounds: readonly number[]) => 1000 / median(rounds);

/** What took how long at the smallest size, by engine and operation. */
const atFirst = new Map<string, number>();

/** The figure at the smallest size, which is this one when it is the first. */
function firstOf({ engine }: Bench, operation: string, ms: number): number {
  const key = `${engine} ${operation}`;
  const first = atFirst.get(key) ?? ms;
  atFirst.set(key, first);
  return first;
}

/** Requests that change nothing, at one size. */
export async function reading(bench: Bench): Promise<void> {
  const { isWanted } = bench;
  if (isWanted('page')) await pageOf20(bench);
  for (const [operation, path, floorPath, most] of [
    ['list of 1 000', '/domains?limit=1000', '/list', 1.5],
    ['list of 100 servers, unsealed', '/servers?limit=100', '/servers', 2],
  ] as const)
    if (isWanted(operation)) await againstFloor(bench, operation, path, floorPath, most);
  if (isWanted('search')) await search(bench);
  for (const [operation, path] of [
    ['domain stats', '/domains/stats'],
    ['dashboard', '/dashboard/stats'],
  ] as const)
    if (isWanted(operation)) await figures(bench, operation, path);
}

async function pageOf20(bench: Bench) {
  const { asked, engine, floor, rounds, size, tell, wire } = bench;
  const product = asked(page);
  const targets = {
    product,
    floor: floor('/page?status=ACTIVE'),
    wire: await wire(await (await fetched(product)).text()),
  };
  const many = await rates(targets, { connections: 32, seconds, rounds });
  const line = {
    engine,
    size,
    product: perSecond(median(many.product)),
    floor: perSecond(median(many.floor)),
    wire: perSecond(median(many.wire)),
  };
  const [ofFloor, ofWire] = [ratio(many.product, many.floor), ratio(many.product, many.wire)];
  const operation = 'page of 20 with its total, 32 connections';
  tell({ ...line, operation, result: `${times(ofFloor)} the floor`, goal: '≥ 0.7 ×', isMet: ofFloor >= 0.7 });
  tell({ ...line, operation, result: `${times(ofWire)} the wire`, goal: '≥ 0.15 ×', isMet: ofWire >= 0.15 });
  const ms = msOf(many.product);
  const growth = ms / firstOf(bench, 'page', ms);
  const result = `${times(growth)} the time at the first size`;
  tell({ ...line, operation, result, goal: '≤ 1.25 ×', isMet: growth <= 1.25 });
}

async function againstFloor(bench: Bench, operation: string, path: string, floorPath: string, most: number) {
  const { asked, engine, floor, rounds, size, tell } = bench;
  const one = await rates(
    { product: asked(path), floor: floor(floorPath) },
    { connections: 1, seconds, rounds },
  );
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
  const path = `/domains?limit=20&search=${needle}`;
  const { ms, floorMs } = await againstFloor(bench, operation, path, `/search?words=${needle}`, 2);
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
  const ms = msOf(one.figures);
  const line = { operation, engine, size, product: inMs(ms), floor: '', wire: '' };
  const slower = ratio(one.page, one.figures);
  tell({ ...line, result: `${times(slower)} a page of 20`, goal: '≤ 3 ×', isMet: slower <= 3 });
  const growth = ms / firstOf(bench, operation, ms);
  const result = `${times(growth)} the time at the first size`;
  tell({ ...line, result, goal: '0.5 to 1.5 ×', isMet: growth >= 0.5 && growth <= 1.5 });
}
