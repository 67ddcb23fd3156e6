import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { median } from '../prove/median.ts';

/** Something that answers a request. */
export interface Target {
  url: string;
  token?: string;
  method?: 'POST';
  /** The body of the next request. */
  body?: () => string;
  /** What the next request adds to the query; nothing unless told. */
  query?: () => string;
}

interface Load {
  connections: number;
  seconds: number;
}

/** Nothing is compressed: the floor and the wire do not do it. */
const headersOf = ({ token, body }: Target) => ({
  'accept-encoding': 'identity',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
});

/** Answered requests a second, all of them well. */
async function rate(target: Target, { connections, seconds }: Load): Promise<number> {
  const { body, method = 'GET', query, url } = target;
  const { pathname, search } = new URL(url);
  const began = performance.now();
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
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
  assert.equal(result.non2xx + result.errors, 0, `${url} was not answered well`);
  return result['2xx'] / ((performance.now() - began) / 1000);
}

/** Numbers of several targets, one from each in each round. */
export type Rounds<Name extends string> = Record<Name, number[]>;

async function interleaved<Name extends string>(
  rounds: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<Rounds<Name>> {
  const names = Object.keys(measures) as Name[];
  const numbers = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Rounds<Name>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) numbers[name].push(await measures[name]());
  return numbers;
}

/** Requests a second of each target, after a round that only warms up. */
export async function rates<Name extends string>(
  targets: Record<Name, Target>,
  { rounds, ...load }: Load & { rounds: number },
): Promise<Rounds<Name>> {
  const measures = Object.fromEntries(
    Object.entries<Target>(targets).map(([name, target]) => [name, () => rate(target, load)]),
  ) as Record<Name, () => Promise<number>>;
  await interleaved(1, measures);
  return interleaved(rounds, measures);
}

/** Milliseconds until each target has answered whole; `prepare` comes before each request and is not counted. */
export const times = <Name extends string>(
  rounds: number,
  targets: Record<Name, Target>,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Rounds<Name>> =>
  interleaved(
    rounds,
    Object.fromEntries(
      Object.entries<Target>(targets).map(([name, target]) => [
        name,
        async () => {
          await prepare();
          const body = target.body?.();
          const began = performance.now();
          await read({ ...target, ...(body !== undefined && { body: () => body }) });
          return performance.now() - began;
        },
      ]),
    ) as Record<Name, () => Promise<number>>,
  );

/** The median of the rounds' ratios. */
export const ratio = (numbers: readonly number[], others: readonly number[]): number =>
  median(numbers.map((number, round) => number / (others[round] ?? NaN)));

export async function fetched(target: Target): Promise<Response> {
  const { method = 'GET', body } = target;
  const response = await fetch(target.url, {
    method,
    headers: headersOf(target),
    ...(body && { body: body() }),
  });
  assert.ok(
    response.ok,
    `${target.url} answered ${response.status}: ${response.ok ? '' : await response.text()}`,
  );
  return response;
}

/** How many bytes the whole answer has. */
export async function read(target: Target): Promise<number> {
  const response = await fetched(target);
  assert.ok(response.body);
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
  return bytes;
}

/** While some work goes on, another client asks one request after the other. Milliseconds, the 95th of 100. */
export async function p95Beside(target: Target, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  let isDone = false;
  const asking = async () => {
    while (!isDone) {
      const began = performance.now();
      await read(target);
      took.push(performance.now() - began);
    }
  };
  const other = asking();
  await work();
  isDone = true;
  await other;
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? NaN;
}

const kibibyte = 1024;

/** Resident memory of a process in megabytes. */
export function memoryOf(pid: number | undefined): number {
  const [, kibibytes = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')) ?? [];
  return (Number(kibibytes) * kibibyte) / 1e6;
}

/** By how many megabytes the memory of a process is at most above what it was, while some work goes on. */
export async function memoryGrowth(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20);
  await work();
  clearInterval(watching);
  return Math.max(most, memoryOf(pid)) - before;
}
