import { type ChannelType, channelSecrets } from '@quartermaster/contract/channels/channels.routes';
import type { Channel, ChannelConfigs } from '@quartermaster/contract/channels/channels.schema';
import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import type { Schema } from '../db/schema.ts';
import { iso } from '../lib/clock.ts';
import { answersOf, refusalWords } from './channel-answers.ts';
import type { Recipient } from './recipients.ts';
import type { Sealer } from '../secrets/sealer.ts';

export type ChannelRow = Schema['channels'];
type Values = Record<string, unknown>;

const [table, column] = ['channels', 'sealed'];
/** From this many refusals in a row on, a channel fails. */
export const failingFrom = 3;

export const isFailing = (refusals: number): boolean => refusals >= failingFrom;

export function stateOf({
  refusals,
  lastSentAt,
}: Pick<ChannelRow, 'refusals' | 'lastSentAt'>): Channel['state'] {
  if (isFailing(refusals)) return 'failing';
  return lastSentAt === null ? 'unused' : 'ok';
}

/** A configuration as it is stored: its secrets are sealed together. */
export function storedConfig(
  sealer: Sealer,
  id: string,
  type: ChannelType,
  config: Values,
): Pick<ChannelRow, 'config' | 'sealed'> {
  const isSecret = ([name]: [string, unknown]) => channelSecrets[type].includes(name);
  const { secrets = [], plain = [] } = Object.groupBy(Object.entries(config), (entry) =>
    isSecret(entry) ? 'secrets' : 'plain',
  );
  const json = (entries: [string, unknown][]) => JSON.stringify(Object.fromEntries(entries));
  return { config: json(plain), sealed: sealer.seal(table, column, id, json(secrets)) };
}

const secretsOf = (sealer: Sealer, { id, sealed }: Pick<ChannelRow, 'id' | 'sealed'>): Values =>
  JSON.parse(sealer.unseal(table, column, id, sealed)) as Values;

/** A configuration with its secrets. */
export const openedConfig = (sealer: Sealer, row: ChannelRow): ChannelConfigs[ChannelType] =>
  ({ ...(JSON.parse(row.config) as Values), ...secretsOf(sealer, row) }) as ChannelConfigs[ChannelType];

/** The addresses of a mail channel. */
export const addressesOf = ({ type, config }: Pick<ChannelRow, 'type' | 'config'>): string[] =>
  type === 'mail' ? (JSON.parse(config) as { to: string[] }).to : [];

/** A channel as it is answered: without its secrets. */
export function shownChannel(sealer: Sealer, row: ChannelRow, recipients: readonly Recipient[]): Channel {
  const { id, name, isActive, lastSentAt, lastError, createdAt, updatedAt } = row;
  const type = row.type as ChannelType;
  const { refused = {}, chatId = null } = answersOf(row);
  const secrets = secretsOf(sealer, row);
  const hidden = Object.fromEntries(channelSecrets[type].map((secret) => [secret, null]));
  return {
    id,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    name,
    type,
    config: { ...(JSON.parse(row.config) as Values), ...hidden },
    isActive: isActive === 1,
    state: stateOf(row),
    lastSentAt: lastSentAt === null ? null : iso(lastSentAt),
    lastError,
    secretFields: channelSecrets[type]
      .filter((secret) => secrets[secret] !== null)
      .map((secret) => `config.${secret}`),
    recipients: addressesOf(row).flatMap((address) =>
      recipients
        .filter((recipient) => recipient.address === address)
        .slice(0, 1)
        .map(({ state, askedAt }) => {
          const status = refused[emailKeyOf(address)];
          const refusal = status === undefined ? null : refusalWords(status);
          return { address, state, askedAt: askedAt === null ? null : iso(askedAt), refusal };
        }),
    ),
    newChatId: chatId,
  };
}
