import type { Area } from '@quartermaster/contract/api/areas';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import { type TagName, isTag } from '@quartermaster/contract/rules/tags';
import { rightsOf } from '../access/memberships.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import { reachOf } from '../deliveries/reach.ts';
import { tableOfArea } from '../records/kinds/entities.ts';
import { isScoped } from '../records/table/scope.ts';
import type { Policy } from './narrowest.ts';

interface Member {
  id: string;
  isOwner: boolean;
  /** Of the installation. */
  isAdministrator: boolean;
  scope: Scope;
}

export interface Recipients {
  channelIds: string[];
  userIds: string[];
}

/** Who can be told in a workspace now. */
export interface Audience {
  members: readonly Member[];
  /** Active channels; of kinds that need mail, only while it is set up. */
  channelIds: ReadonlySet<string>;
  /** Nobody gets mail until it is set up. */
  isMailed: boolean;
}

export async function audienceOf(db: Db, config: Pick<Config, 'mail'>, ownerId: string): Promise<Audience> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['userId', 'memberships.role', 'secrets', 'scope', 'users.role as installationRole'])
    .where('memberships.workspaceId', '=', ownerId)
    .where('users.disabledAt', 'is', null)
    .execute();
  const channels = await db.selectFrom('channels').select('id').where('ownerId', '=', ownerId).execute();
  const asked = { channelIds: channels.map(({ id }) => id), userIds: rows.map(({ userId }) => userId) };
  const reached = await reachOf(db, config, ownerId, asked);
  return {
    members: rows.map(({ userId, installationRole, ...rights }) => ({
      id: userId,
      isOwner: rights.role === 'OWNER',
      isAdministrator: installationRole === 'ADMIN',
      scope: rightsOf(rights).scope,
    })),
    channelIds: new Set(reached.channelIds),
    isMailed: config.mail !== null,
  };
}

/** What somebody is told of; null: the server itself. */
interface About {
  area: string | null;
  tags: readonly TagName[];
}

function sees({ scope }: Member, { area, tags }: About): boolean {
  const isHidden = area === null || isScoped(tableOfArea[area as Area], { scopes: [scope] });
  return scope.length === 0 || !isHidden || tags.some((tag) => scope.some((each) => isTag(tag, each)));
}

/** Whom a policy tells of something. */
export function recipientsOf(
  { members, channelIds, isMailed }: Audience,
  policy: Pick<Policy, 'channelIds' | 'userIds' | 'toOwners'>,
  about: About,
): Recipients {
  const isNamed = ({ id, isOwner }: Member) => policy.userIds.includes(id) || (policy.toOwners && isOwner);
  return {
    channelIds: policy.channelIds.filter((id) => channelIds.has(id)),
    userIds: isMailed
      ? members.filter((member) => isNamed(member) && sees(member, about)).map(({ id }) => id)
      : [],
  };
}

/** Whether a rule, with all of its escalations, reaches anybody. */
export function reaches(
  audience: Audience,
  { userIds, ...rule }: Pick<Policy, 'channelIds' | 'escalation'> & { userIds: readonly string[] | null },
): boolean {
  const channelIds = [...rule.channelIds, ...rule.escalation.flatMap((step) => step.channelIds)];
  const policy = { channelIds, userIds: [...(userIds ?? [])], toOwners: userIds === null };
  // Of the people, any: some have scopes, which concern single records.
  const everyone = { ...audience, members: audience.members.map((member) => ({ ...member, scope: [] })) };
  const found = recipientsOf(everyone, policy, { area: null, tags: [] });
  return found.channelIds.length + found.userIds.length > 0;
}
