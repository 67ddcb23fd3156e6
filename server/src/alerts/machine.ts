import type { AlertKind } from '@quartermaster/contract/alerts/alerts.routes';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { failingFrom } from '../deliveries/channel-row.ts';
import { stuckJobs } from '../jobs/stuck.ts';
import { type Finding, type Pass, advance, changing } from './advance.ts';
import { noDate } from './alert-row.ts';
import { closeAlerts, openAlerts } from './closing.ts';
import { type Policy, type Rule, policyOf, together } from './narrowest.ts';

/** So many stuck jobs are looked at. */
const stuckAtMost = 100;

const machineKinds = [
  'registration-lost',
  'registry-silent',
  'channel-failing',
  'job-stuck',
] as const satisfies readonly AlertKind[];

type Found = Pick<Finding, 'kind' | 'subject' | 'name' | 'policy'> & Partial<Finding>;

const finding = ({ today }: Pass, found: Found): Finding => ({
  ...{ what: null, area: null, recordId: null, label: null, date: noDate, endsAt: null, renewal: null },
  ...{ tags: [], daysLeft: null, distance: null, day: today },
  ...found,
});

/** Who is told about the server itself: everyone whom a rule names, sooner or later as the default rule says. */
function everyoneOf(rules: readonly Rule[]): Policy | null {
  const active = rules.filter(({ isActive }) => isActive);
  const all = together(active);
  return all && { ...all, escalation: active.find(({ isDefault }) => isDefault)?.escalation ?? [] };
}

/** Domains that were registered, and whose registry said twice, a day apart, that there is no such domain. */
async function lostDomains(pass: Pass, rules: readonly Rule[]): Promise<Found[]> {
  const rows = await pass.db
    .selectFrom('checks')
    .innerJoin('domains', (join) =>
      join.onRef('domains.ownerId', '=', 'checks.ownerId').onRef('domains.id', '=', 'checks.recordId'),
    )
    .select(['domains.id', 'domains.domain', 'domains.tags'])
    .where('checks.ownerId', '=', pass.owner.id)
    .where('checks.kind', '=', 'registration')
    .where('checks.state', '<>', 'ok')
    .where('domains.status', '<>', 'TRANSFERRED')
    .where('checks.unregisteredSince', 'is not', null)
    .whereRef(({ eb }) => eb('checks.unregisteredSince', '+', dayMs), '<=', 'checks.answeredAt')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('facts')
          .select('facts.id')
          .whereRef('facts.ownerId', '=', 'checks.ownerId')
          .whereRef('facts.recordId', '=', 'checks.recordId')
          .where('facts.kind', '=', 'registration'),
      ),
    )
    .execute();
  return rows.map(({ id: recordId, domain: name, tags: stored }) => {
    const of = { what: 'domain', area: 'domains', recordId } as const;
    const tags = JSON.parse(stored) as Tag[];
    const policy = policyOf(rules, { ...of, tags });
    return { kind: 'registration-lost', subject: recordId, name, ...of, tags, policy };
  });
}

/** Registries of which no request was answered for as long as the workspace says, though its records wait for it. */
async function silentRegistries({ db, owner, now, settings }: Pass, policy: Policy | null): Promise<Found[]> {
  if (!settings.look.registration) return [];
  const hosts = await db
    .selectFrom('checks')
    .select(['host', ({ fn }) => fn.max('answeredAt').as('answeredAt')])
    .select(({ fn }) => fn.min('since').filterWhere('state', '=', 'failing').as('failingSince'))
    .where('ownerId', '=', owner.id)
    .where('kind', '=', 'registration')
    .where('host', 'is not', null)
    .groupBy('host')
    .execute();
  return hosts.flatMap(({ host, answeredAt, failingSince }): Found[] => {
    if (host === null || failingSince === null) return [];
    const since = Math.max(Number(failingSince), Number(answeredAt ?? 0));
    if (now - since < settings.silentAfterDays * dayMs) return [];
    return [{ kind: 'registry-silent', subject: host, name: host, policy }];
  });
}

/** Channels that refuse what is sent. */
async function failingChannels({ db, owner }: Pass, policy: Policy | null): Promise<Found[]> {
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

/** Kinds of jobs that are stuck, in the default workspaces of those who look after the installation. */
async function stuckKinds({ db, owner, audience }: Pass): Promise<Found[]> {
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
export async function crossMachine(pass: Pass, rules: readonly Rule[]): Promise<void> {
  const everyone = everyoneOf(rules);
  const open = await openAlerts(pass, machineKinds);
  const found = [
    ...(await lostDomains(pass, rules)),
    ...(await silentRegistries(pass, everyone)),
    ...(await failingChannels(pass, everyone)),
    ...(await stuckKinds(pass)),
  ].map((each) => finding(pass, each));
  const { quiet, told } = await changing(pass, found);
  if (quiet.length + told.length > 0) await advance(pass, [...quiet, ...told]);
  const keys = new Set(found.map(({ kind, subject }) => `${kind} ${subject}`));
  await closeAlerts(pass, open, ({ kind, subject }) =>
    keys.has(`${kind} ${subject}`) ? null : 'It is over',
  );
}
