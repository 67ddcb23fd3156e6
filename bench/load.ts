import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { median } from '../prove/median.ts';

export const rounds = 3;
const seconds = 1;

/** A request that is repeated. */
export interface Target {
  url: string;
  token?: string;
  method?: 'POST';
  /** The body of the next request. */
  body?: () => string;
  /** What the next request adds to the query. */
  query?: () => string;
  /** Runs before each timed request, outside its time. */
  prepare?: () => Promise<unknown>;
}

/** Nothing is compressed: the floor does not compress either. */
const headersOf = ({ token, body }: Target) => ({
  'accept-encoding': 'identity',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
});

/** Answers per second. */
async function rate(target: Target, connections: number): Promise<number> {
  const { body, method = 'GET', query, url } = target;
  const { pathname, search } = new URL(url);
  const began = performance.now();
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 60,
    headers: headersOf(target),
    requests: [
      {
        method,
        ...((body || query) && {
          setupRequest: (request) => ({
            ...request,
            ...(body && { body: body() }),
            ...(query && { path: `${pathname}${search}${query()}` }),
          }),
        }),
      },
    ],
  });
  assert.equal(result.non2xx + result.errors, 0, `${url} failed under load`);
  return result['2xx'] / ((performance.now() - began) / 1000);
}

/** A result for each target from each round. */
export type Rounds<Name extends string> = Record<Name, number[]>;

/** Measures the targets in turns, so that a slow phase of the machine affects all of them. */
async function interleaved<Name extends string>(
  targets: Record<Name, Target>,
  count: number,
  measure: (target: Target) => Promise<number>,
): Promise<Rounds<Name>> {
  const names = Object.keys(targets) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Rounds<Name>;
  for (let round = 0; round < count; round += 1)
    for (const name of names) figures[name].push(await measure(targets[name]));
  return figures;
}

/** Answers per second of each target, after rounds that only warm up. */
export async function rates<Name extends string>(
  targets: Record<Name, Target>,
  connections: number,
  warmUps = 1,
): Promise<Rounds<Name>> {
  const measure = (target: Target) => rate(target, connections);
  await interleaved(targets, warmUps, measure);
  return interleaved(targets, rounds, measure);
}

/** Milliseconds until each target has sent its whole answer. */
export const times = <Name extends string>(
  targets: Record<Name, Target>,
  count = rounds,
): Promise<Rounds<Name>> =>
  interleaved(targets, count, async (target) => {
    await target.prepare?.();
    const body = target.body?.();
    const began = performance.now();
    await read({ ...target, ...(body !== undefined && { body: () => body }) });
    return performance.now() - began;
  });

/** The median of the rounds' ratios. */
export const ratio = (figures: readonly number[], others: readonly number[]): number =>
  median(figures.map((figure, round) => figure / (others[round] ?? NaN)));

/** Sends one request and returns the answer, which must be a success. */
export async function request(target: Target): Promise<Response> {
  const { method = 'GET', body, query, url } = target;
  const response = await fetch(`${url}${query?.() ?? ''}`, {
    method,
    headers: headersOf(target),
    ...(body && { body: body() }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Sends one request and reads the answer to its end without keeping it. */
export async function read(target: Target): Promise<void> {
  const { body } = await request(target);
  await body?.pipeTo(new WritableStream());
}

interface Waits {
  /** The 95th percentile of the times, in milliseconds. */
  p95: number;
  longest: number;
}

/** Repeats requests, each at its own pace, while other work runs. */
export async function waitsBeside(
  targets: readonly Target[],
  work: () => Promise<unknown>,
): Promise<Waits[]> {
  let isWorking = true;
  const repeat = async (target: Target) => {
    const took: number[] = [];
    while (isWorking) {
      const began = performance.now();
      await read(target);
      took.push(performance.now() - began);
    }
    took.sort((a, b) => a - b);
    return { p95: took[Math.floor(took.length * 0.95)] ?? NaN, longest: took.at(-1) ?? NaN };
  };
  const [waits] = await Promise.all([
    Promise.all(targets.map(repeat)),
    work().finally(() => (isWorking = false)),
  ]);
  return waits;
}

const kibibyte = 1024;

/** Resident memory of a process in megabytes. */
export function memoryOf(pid: number | undefined): number {
  const [, kibibytes = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')) ?? [];
  return (Number(kibibytes) * kibibyte) / 1e6;
}

/** The growth of a process's memory in megabytes, at its peak, while some work runs. */
export async function memoryGrowth(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20);
  try {
    await work();
  } finally {
    clearInterval(watching);
  }
  return Math.max(most, memoryOf(pid)) - before;
}
