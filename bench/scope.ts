import type { Scope } from '@quartermaster/contract/members/members.schema';
import { median } from '../prove/median.ts';
import type { Bench } from './bench.ts';
import { type Target, rates } from './load.ts';
import { otherEmail } from './fill.ts';
import { type Operator, signIn } from './portfolio.ts';
import { atMost, inMs, largest } from './report.ts';

/** What the interface sends for a page of 20. */
const path = '/domains?page=1&limit=20&secrets=omit';
const few = { type: 'client', value: 'acme' };
const fewRecords = 25;
const project = (n: number) => ({ type: 'project', value: `project ${n}` });

/** By what they hold of a portfolio; see `domainOf`. */
const scopes = {
  '25 records': [few],
  'a 40th of them': [project(7)],
  'half of them': [{ type: 'env', value: 'staging' }],
  'five tags, an 8th of them': [1, 2, 3, 4, 5].map(project),
} satisfies Record<string, Scope>;

/** The oldest, which a walk through the list finds last. */
async function tagFew({ call }: Operator): Promise<void> {
  const { domains } = await call<{ domains: { id: string }[] }>(
    'GET',
    `/domains?limit=${fewRecords}&sortBy=createdAt&sortOrder=asc&secrets=omit`,
  );
  const records = { ids: domains.map(({ id }) => id) };
  await call('POST', '/domains/bulk-actions', { records, do: { action: 'addTag', tag: few } });
}

/** One of the others sees these records of the operator's workspace, by default. */
async function join(operator: Operator, member: Operator, scope: Scope): Promise<void> {
  const sent = { email: member.email, role: 'VIEWER', scope };
  const { url } = await operator.call<{ url: string }>('POST', '/invitations', sent);
  await member.call('POST', '/invitations/accept', { token: url.split('#token=')[1] });
  const { workspaces } = await operator.call<{ workspaces: { id: string }[] }>('GET', '/workspaces');
  await member.call('PUT', '/auth/me', { defaultWorkspaceId: workspaces[0]?.id });
}

export async function scope({ asked, operator, product, tell }: Bench): Promise<void> {
  await tagFew(operator);
  const targets: Record<string, Target> = {};
  for (const [at, [name, tags]] of Object.entries(scopes).entries()) {
    // The first of them is the other operator of the measurements.
    const member = await signIn(product.url, otherEmail(at + 1));
    await join(operator, member, tags);
    targets[name] = asked(path, member.token);
  }
  const all = Object.entries(await rates(targets, 1));
  const slowest = largest(all.map(([name, perSecond]) => ({ name, value: 1000 / median(perSecond) })));
  tell({
    operation: `page of 20 of a member with a scope, the slowest of ${all.length} scopes`,
    product: slowest.name,
    ...atMost(slowest.value, 5, inMs),
  });
}
