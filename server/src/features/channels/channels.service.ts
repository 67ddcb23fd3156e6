import { isIP } from 'node:net';
import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import type { ChannelType } from '@quartermaster/contract/channels/channels.routes';
import { type Channel, channelConfigs } from '@quartermaster/contract/channels/channels.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { v7 as uuid } from 'uuid';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import type { Db, Tx } from '../../db/schema.ts';
import {
  type ChannelRow,
  addressesOf,
  openedConfig,
  shownChannel,
  storedConfig,
} from '../../deliveries/channel-row.ts';
import { newSigningSecret } from '../../deliveries/channels/webhook.ts';
import { dropWaiting } from '../../deliveries/dropping.ts';
import { sendSoon } from '../../deliveries/queue.ts';
import { askNew, recipientsOf } from '../../deliveries/recipients.ts';
import { crossSoon } from '../../jobs/due.ts';
import { nextTime } from '../../lib/clock.ts';
import { AppError, invalid, notFound, refuse } from '../../lib/errors.ts';
import { isPublicAddress } from '../../net/public-addresses.ts';
import { sealedWith } from '../../secrets/seal.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';
import type { Services } from '../../services.ts';

type Known = Pick<Services, 'db' | 'egress' | 'outbox' | 'config'>;
type Values = Record<string, unknown>;
interface Given {
  name: string;
  type: ChannelType;
  config: Values;
  isActive: boolean;
}
type Changes = { [F in keyof Given]?: Given[F] | undefined };
interface Written {
  channel: Channel;
  signingSecret?: string;
}

const channelsIn = (db: Db, ownerId: string) =>
  db.selectFrom('channels').selectAll().where('ownerId', '=', ownerId);

export async function listChannels(db: Db, { owner }: Caller): Promise<Channel[]> {
  const rows = await channelsIn(db, owner.id)
    .orderBy('name')
    .orderBy('id')
    .limit(serverLimits.channels)
    .execute();
  const recipients = await recipientsOf(db, owner.id, rows.flatMap(addressesOf));
  return rows.map((row) => shownChannel(owner.sealer, row, recipients));
}

export const shownWithRecipients = async (db: Db, { owner }: Caller, row: ChannelRow): Promise<Channel> =>
  shownChannel(owner.sealer, row, await recipientsOf(db, owner.id, addressesOf(row)));

export async function channelRow(db: Db, ownerId: string, id: string): Promise<ChannelRow> {
  const row = await channelsIn(db, ownerId).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('channel');
  return row;
}

/** Refuses what could never be sent to: an address that is written down and not allowed. Names are looked up later. */
function refuseLiteral(url: unknown, { egress }: Known): void {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (!parsed) return;
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const port = Number(parsed.port) || (parsed.protocol === 'https:' ? 443 : 80);
  if (isIP(host) === 0 || isPublicAddress(host) || egress.allows(host, port)) return;
  refuse({ 'config.url': 'URL is at a private, local or reserved address, which is not allowed' });
}

const prefixed = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path === '' ? 'config' : `config.${path}`, message]),
  );

/** The checked configuration, and the signing secret if one was made. */
function configOf(
  known: Known,
  type: ChannelType,
  given: Values,
): { config: Values; signingSecret?: string } {
  const { success, data, error } = channelConfigs[type].safeParse(given);
  if (!success) throw invalid(prefixed(fieldErrors(error)));
  const config: Values = data;
  refuseLiteral(config['url'], known);
  if (type !== 'webhook' || config['secret'] !== null) return { config };
  const signingSecret = newSigningSecret();
  return { config: { ...config, secret: signingSecret }, signingSecret };
}

const sealedRow = async (tx: Tx, { owner }: Caller, id: string, type: ChannelType, config: Values) => {
  const stored = storedConfig(owner.sealer, id, type, config);
  await holdKeys(tx, owner.id, new Set([sealedWith(stored.sealed)]));
  return stored;
};

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

export const createChannel = (known: Known, sender: Caller, { name, type, config: given, isActive }: Given) =>
  asSender(known.db, sender, async (tx, caller): Promise<Written> => {
    const { owner } = caller;
    const { config, signingSecret } = configOf(known, type, withoutNulls(given));
    await lockWorkspace(tx, owner.id);
    const count = await channelsIn(tx, owner.id).limit(serverLimits.channels).execute();
    if (count.length >= serverLimits.channels)
      throw new AppError('CONFLICT', `Maximum ${serverLimits.channels} channels allowed`);
    const id = uuid();
    const now = nextTime();
    const row: ChannelRow = {
      ownerId: owner.id,
      id,
      name,
      type,
      userId: caller.user.id,
      ...(await sealedRow(tx, caller, id, type, config)),
      isActive: isActive ? 1 : 0,
      refusals: 0,
      waitUntil: 0,
      lastSentAt: null,
      lastError: null,
      createdAt: now,
      updatedAt: now,
      answers: '{}',
    };
    await tx.insertInto('channels').values(row).execute();
    await auditBy(tx, caller, { action: 'channel.created', subject: name, details: { channelId: id, type } });
    await askNew(tx, known, row, addressesOf(row));
    return {
      channel: await shownWithRecipients(tx, caller, row),
      ...(signingSecret !== undefined && { signingSecret }),
    };
  });

/** The names of the fields that a change sets; those of secrets, too, but never a value. */
function changedNames(before: ChannelRow, after: ChannelRow, opened: Values, config: Values): string[] {
  const differs = (name: string) => JSON.stringify(config[name]) !== JSON.stringify(opened[name]);
  return [
    ...(before.name === after.name ? [] : ['name']),
    ...(before.isActive === after.isActive ? [] : ['isActive']),
    ...Object.keys(config).flatMap((name) => (differs(name) ? [`config.${name}`] : [])),
  ];
}

export const updateChannel = (known: Known, sender: Caller, id: string, changes: Changes) =>
  asSender(known.db, sender, async (tx, caller): Promise<Written> => {
    const { owner } = caller;
    await lockWorkspace(tx, owner.id);
    const before = await channelRow(tx, owner.id, id);
    const type = before.type as ChannelType;
    if (changes.type !== undefined && changes.type !== type)
      refuse({ type: "The type of a channel can't be changed; add another channel" });
    const opened: Values = openedConfig(owner.sealer, before);
    const { config, signingSecret } = configOf(known, type, { ...opened, ...changes.config });
    const after: ChannelRow = {
      ...before,
      ...(await sealedRow(tx, caller, id, type, config)),
      name: changes.name ?? before.name,
      isActive: (changes.isActive ?? before.isActive === 1) ? 1 : 0,
    };
    const changed = changedNames(before, after, opened, config);
    if (changed.length > 0) {
      after.updatedAt = Math.max(nextTime(), before.updatedAt + 1);
      // What receivers answered was of the configuration before.
      if (before.answers !== '{}' && changed.some((each) => each.startsWith('config.')))
        Object.assign(after, { answers: '{}', lastError: null });
      const { name, config: plain, sealed, isActive, updatedAt, answers, lastError } = after;
      await tx
        .updateTable('channels')
        .set({ name, config: plain, sealed, isActive, updatedAt, answers, lastError })
        .where('ownerId', '=', owner.id)
        .where('id', '=', id)
        .execute();
      const details = { channelId: id, changed, isActive: after.isActive === 1 };
      await auditBy(tx, caller, { action: 'channel.changed', subject: after.name, details });
      // What waits may pass now.
      if (after.isActive === 1) await sendSoon(tx, owner.id, id);
      await crossSoon(tx, owner.id);
    }
    await askNew(tx, known, { ownerId: owner.id, userId: caller.user.id }, addressesOf(after));
    return {
      channel: await shownWithRecipients(tx, caller, after),
      ...(signingSecret !== undefined && { signingSecret }),
    };
  });

export const removeChannel = (db: Db, sender: Caller, id: string) =>
  asSender(db, sender, async (tx, caller) => {
    const { id: ownerId } = caller.owner;
    await lockWorkspace(tx, ownerId);
    const { name, type } = await channelRow(tx, ownerId, id);
    await dropWaiting(tx, ownerId, id, 'Not sent: the channel was deleted');
    await tx.deleteFrom('channels').where('ownerId', '=', ownerId).where('id', '=', id).execute();
    await auditBy(tx, caller, { action: 'channel.removed', subject: name, details: { channelId: id, type } });
    await crossSoon(tx, ownerId);
    return { id };
  });
