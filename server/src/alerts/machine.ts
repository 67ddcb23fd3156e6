import type { AlertKind } from '@quartermaster/contract/alerts/alerts.routes';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { manyWait } from '../deliveries/addressing.ts';
import { failingFrom } from '../deliveries/channel-row.ts';
import { valuesOf } from '../db/values-of.ts';
import { stuckJobs } from '../jobs/stuck.ts';
import { isAmong } from '../records/table/conditions.ts';
import { type Evaluation, type Finding, advance } from './advance.ts';
import { noDate } from './alert-row.ts';
import { closeAlerts, openAlerts } from './closing.ts';
import { type Policy, type Rule, policyOf, together } from './narrowest.ts';

/** So many stuck jobs are looked at. */
const stuckAtMost = 100;

const machineKinds = [
  'registration-lost',
  'registry-silent',
  'channel-failing',
  'messages-waiting',
  'job-stuck',
] as const satisfies readonly AlertKind[];

type Found = Pick<Finding, 'kind' | 'subject' | 'name' | 'policy'> & Partial<Finding>;

const finding = ({ today }: Evaluation, found: Found): Finding => ({
  ...{
    what: null,
    area: null,
    recordId: null,
    label: null,
    date: noDate,
    endsAt: null,
    renewal: null,
    change: null,
  },
  ...{ tags: [], deadline: null, day: today },
  ...found,
});

/** Who is told about the server itself: everyone whom a rule names, sooner or later as the default rule says. */
function everyoneOf(rules: readonly Rule[]): Policy | null {
  const active = rules.filter(({ isActive }) => isActive);
  const all = together(active);
  return all && { ...all, escalation: active.find(({ isDefault }) => isDefault)?.escalation ?? [] };
}

/** Domains that were registered, and whose registry said twice, a day apart, that there is no such domain. */
async function lostDomains(evaluation: Evaluation, rules: readonly Rule[]): Promise<Found[]> {
  const { db, owner } = evaluation;
  const lost = await db
    .selectFrom('checks')
    .select('recordId')
    .where('ownerId', '=', owner.id)
    .where('kind', '=', 'registration')
    .where('state', '<>', 'ok')
    .where('unregisteredSince', 'is not', null)
    .whereRef(({ eb }) => eb('unregisteredSince', '+', dayMs), '<=', 'answeredAt')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('record_facts')
          .select('record_facts.id')
          .whereRef('record_facts.ownerId', '=', 'checks.ownerId')
          .whereRef('record_facts.recordId', '=', 'checks.recordId')
          .where('record_facts.kind', '=', 'registration'),
      ),
    )
    .execute();
  if (lost.length === 0) return [];
  const ids = valuesOf(db, [['text', lost.map(({ recordId }) => recordId)]]);
  const rows = await db
    .selectFrom('domains')
    .select(['id', 'domain', 'tags'])
    .where('ownerId', '=', owner.id)
    .where('status', '<>', 'TRANSFERRED')
    .where(isAmong(db, 'domains.id', ids))
    .execute();
  return rows.map(({ id: recordId, domain: name, tags: stored }) => {
    const of = { what: 'domain', area: 'domains', recordId } as const;
    const tags = JSON.parse(stored) as Tag[];
    const policy = policyOf(rules, { ...of, tags });
    return { kind: 'registration-lost', subject: recordId, name, ...of, tags, policy };
  });
}

/** Registries of which no request was answered for as long as the workspace says, though its records wait for it. */
async function silentRegistries(
  { db, owner, now, settings }: Evaluation,
  policy: Policy | null,
): Promise<Found[]> {
  if (!settings.look.registration) return [];
  const failing = await db
    .selectFrom('checks')
    .select(['host', ({ fn }) => fn.min('since').as('since')])
    .where('ownerId', '=', owner.id)
    .where('state', '=', 'failing')
    .where('kind', '=', 'registration')
    .where('host', 'is not', null)
    .groupBy('host')
    .execute();
  const until = now - settings.silentAfterDays * dayMs;
  const hosts = failing.flatMap(({ host, since }) => (host !== null && Number(since) <= until ? [host] : []));
  const silent = await Promise.all(
    hosts.map(async (host): Promise<Found[]> => {
      // The latest of an index: a registry may have answered for a hundred thousand names.
      const answered = await db
        .selectFrom('checks')
        .select(({ fn }) => fn.max('answeredAt').as('at'))
        .where('ownerId', '=', owner.id)
        .where('kind', '=', 'registration')
        .where('host', '=', host)
        .executeTakeFirst();
      if (Number(answered?.at ?? 0) > until) return [];
      return [{ kind: 'registry-silent', subject: host, name: host, policy }];
    }),
  );
  return silent.flat();
}

/** Channels that refuse what is sent. */
async function failingChannels({ db, owner }: Evaluation, policy: Policy | null): Promise<Found[]> {
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('ownerId', '=', owner.id)
    .where('refusals', '>=', failingFrom)
    .orderBy('id')
    .execute();
  return channels.map(({ id, name }) => {
    const others = policy && { ...policy, channelIds: policy.channelIds.filter((each) => each !== id) };
    return { kind: 'channel-failing', subject: id, name, policy: others };
  });
}

/** So many messages wait that more are held back, or left out. */
async function waitingMessages({ db, owner }: Evaluation, policy: Policy | null): Promise<Found[]> {
  if (!(await manyWait(db, owner.id))) return [];
  return [{ kind: 'messages-waiting', subject: 'messages', name: 'Messages', policy }];
}

/** Kinds of jobs that are stuck, in the default workspaces of those who look after the installation. */
async function stuckKinds({ db, owner, audience }: Evaluation): Promise<Found[]> {
  const administrators = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('workspaceId', '=', owner.id)
    .execute();
  const userIds = audience.members
    .filter(({ id }) => administrators.some((each) => each.id === id))
    .map(({ id }) => id);
  if (userIds.length === 0) return [];
  const policy = {
    ...{ distances: [], shares: [], singleFrom: 0, channelIds: [], escalation: [], toOwners: false },
    userIds,
  };
  const kinds = new Set((await stuckJobs(db, stuckAtMost)).map(({ kind }) => kind));
  return [...kinds].map((kind) => ({ kind: 'job-stuck', subject: kind, name: kind, policy }));
}

/** Raises and closes the alerts about what is no date. */
export async function crossMachine(evaluation: Evaluation, rules: readonly Rule[]): Promise<void> {
  const everyone = everyoneOf(rules);
  const open = await openAlerts(evaluation, machineKinds);
  const found = [
    ...(await lostDomains(evaluation, rules)),
    ...(await silentRegistries(evaluation, everyone)),
    ...(await failingChannels(evaluation, everyone)),
    ...(await waitingMessages(evaluation, everyone)),
    ...(await stuckKinds(evaluation)),
  ].map((each) => finding(evaluation, each));
  await advance(evaluation, found);
  const keys = new Set(found.map(({ kind, subject }) => `${kind} ${subject}`));
  await closeAlerts(evaluation, open, ({ kind, subject }) =>
    keys.has(`${kind} ${subject}`) ? null : 'It is over',
  );
}
