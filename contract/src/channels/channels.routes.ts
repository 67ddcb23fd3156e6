import { route } from '../api/route.ts';

/** What alerts can be sent over, with the names that people read. */
export const channelTypes = [
  'mail',
  'slack',
  'discord',
  'teams',
  'telegram',
  'ntfy',
  'apprise',
  'webhook',
] as const;
export type ChannelType = (typeof channelTypes)[number];

export const channelLabels: Readonly<Record<ChannelType, string>> = {
  mail: 'Mail',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  apprise: 'Apprise',
  webhook: 'Webhook',
};

/** Fields of a channel's `config` that are sealed and never answered. */
export const channelSecrets: Readonly<Record<ChannelType, readonly string[]>> = {
  mail: [],
  slack: ['url'],
  discord: ['url'],
  teams: ['url'],
  telegram: ['token'],
  ntfy: ['token'],
  apprise: ['url', 'key'],
  webhook: ['url', 'secret'],
};

/** Unused: nothing has been sent yet. Failing: refused several times in a row. */
export const channelStates = ['ok', 'failing', 'unused'] as const;

/**
 * How an address of a mail channel stands: alerts are mailed to members of the workspace and to who confirmed that they
 * want them. Not asked: more mail than is allowed, or mail is not set up.
 */
export const recipientStates = ['member', 'confirmed', 'asked', 'not-asked'] as const;
export type RecipientState = (typeof recipientStates)[number];

export const channelsRoutes = {
  list: route('GET', '/channels', 'manage'),
  get: route('GET', '/channels/{id}', 'manage'),
  create: route('POST', '/channels', 'manage', { confirmed: true }),
  update: route('PUT', '/channels/{id}', 'manage', { confirmed: true }),
  remove: route('DELETE', '/channels/{id}', 'manage'),
  test: route('POST', '/channels/{id}/test', 'manage'),
  ask: route('POST', '/channels/{id}/recipients', 'manage'),
  /** The link in the question whether an address wants alerts. */
  question: route('POST', '/recipients/question', 'public'),
  confirm: route('POST', '/recipients', 'public'),
};
