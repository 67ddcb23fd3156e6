import { setTimeout as pause } from 'node:timers/promises';
import { request } from './load.ts';
import { type Operator, type Seed, createSeed, importDomains, register, signIn } from './portfolio.ts';

/** With the operator as many as may register at once from one address. */
const others = 59;
const domainsOfOthers = 1000;
export const otherEmail = (n: number): string => `other-${n}@example.com`;
/** Who registers first. */
const administratorEmail = otherEmail(0);
const sizes = { accounts: 12, servers: 100 };
const small = { accounts: 1, servers: 1 };
const registrators = 20;

/** The measured operator at the product and at the floor, and another one with 1,000 domains. */
export interface Filled {
  operator: Operator;
  other: Operator;
  seed: Seed;
  floorSeed: Seed;
  /** Where the floor has the measured operator's records. */
  floorUrl: string;
}

async function post<T>(url: string, body: unknown): Promise<T> {
  const answer = await request({ url, method: 'POST', body: () => JSON.stringify(body) });
  return ((await answer.json()) as { data: T }).data;
}

const seedFloor = (url: string, counts: typeof sizes) =>
  post<Seed>(`${url}/seed`, { ...counts, registrators });

const importAt = (operator: Operator) => (domains: unknown[]) =>
  operator.call<{ imported: number }>('POST', '/domains/bulk-import', { domains });
const importAtFloor = (url: string) => (domains: unknown[]) =>
  post<{ imported: number }>(`${url}/import`, { domains });

/** Registers everybody and imports the domains of the others, at the product and at the floor. */
export async function fillOthers(url: string, floor: string): Promise<Filled> {
  const operators: Operator[] = [];
  for (let n = 0; n < others; n += 1) {
    const range = { to: domainsOfOthers, prefix: `other-${n}` };
    const operator = await register(url, otherEmail(n));
    await importDomains(importAt(operator), await createSeed(operator, small), range);
    const floorUrl = `${floor}/other-${n}`;
    await importDomains(importAtFloor(floorUrl), await seedFloor(floorUrl, small), range);
    operators.push(operator);
  }
  const operator = await register(url, 'operator@example.com');
  const floorUrl = `${floor}/operator`;
  return {
    operator,
    other: operators[0] ?? operator,
    seed: await createSeed(operator, sizes),
    floorSeed: await seedFloor(floorUrl, sizes),
    floorUrl,
  };
}

/** Lets the measured operator's portfolio grow to a size. */
export async function grow(
  url: string,
  { operator, seed, floorSeed, floorUrl }: Filled,
  from: number,
  to: number,
) {
  const range = { from, to, prefix: 'site' };
  await importDomains(importAt(await signIn(url, operator.email)), seed, range);
  await importDomains(importAtFloor(floorUrl), floorSeed, range);
  await alertsRaised(await signIn(url, administratorEmail));
}

/** Waits until the alerts about the dates are raised, which an import leaves to a job. */
async function alertsRaised({ call }: Operator): Promise<void> {
  const isDone = async () => {
    const { jobs } = await call<{ jobs: { state: string; runAt: string }[] }>('GET', '/jobs?kind=cross');
    return jobs.every(({ state, runAt }) => state === 'waiting' && Date.parse(runAt) > Date.now());
  };
  while (!(await isDone())) await pause(500);
}
