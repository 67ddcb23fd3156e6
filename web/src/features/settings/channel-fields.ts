import type { ChannelType } from '@quartermaster/contract/channels/channels.routes';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { limits } from '@quartermaster/contract/rules/limits';

/** A field of a channel's configuration. */
export interface ChannelField {
  name: string;
  label: string;
  hint?: string;
  kind: 'text' | 'secret' | 'addresses' | 'check';
  isRequired?: boolean;
  initial?: string;
  maxLength?: number;
}

const url = { name: 'url', label: 'URL', isRequired: true, maxLength: limits.channelUrl } as const;
const secretUrl = { ...url, kind: 'secret' } as const;
const token = { name: 'token', label: 'Token', kind: 'secret', maxLength: limits.channelToken } as const;

export const channelFields: Readonly<Record<ChannelType, readonly ChannelField[]>> = {
  mail: [
    {
      name: 'to',
      label: 'Addresses',
      hint: 'Separated by commas. All of them see one another. Those of no member confirm it by a mail first.',
      kind: 'addresses',
      isRequired: true,
    },
  ],
  slack: [{ ...secretUrl, hint: 'Of an incoming webhook of a Slack app.' }],
  discord: [{ ...secretUrl, hint: 'Of a webhook: in Discord, Integrations of the channel.' }],
  teams: [
    { ...secretUrl, hint: 'Of a flow that begins with a Teams webhook request.' },
    {
      name: 'bareCard',
      label: 'Send the card alone',
      hint: 'For flows that take a card instead of a message.',
      kind: 'check',
    },
  ],
  telegram: [
    { ...token, isRequired: true, hint: 'Of the bot, from @BotFather.' },
    {
      name: 'chatId',
      label: 'Chat id',
      hint: 'A number, or the @name of a public channel.',
      kind: 'text',
      isRequired: true,
      maxLength: limits.name,
    },
    { ...url, kind: 'text', initial: 'https://api.telegram.org' },
  ],
  ntfy: [
    { ...url, kind: 'text', initial: 'https://ntfy.sh' },
    { name: 'topic', label: 'Topic', kind: 'text', isRequired: true, maxLength: limits.name },
    { ...token, hint: 'If the topic is protected.' },
  ],
  apprise: [
    { ...secretUrl, hint: 'Of the Apprise API server.' },
    { name: 'key', label: 'Key', kind: 'secret', isRequired: true, maxLength: limits.name },
    {
      name: 'tag',
      label: 'Tag',
      hint: 'Empty: everything under the key.',
      kind: 'text',
      maxLength: limits.name,
    },
  ],
  webhook: [
    secretUrl,
    {
      name: 'secret',
      label: 'Signing secret',
      hint: 'whsec_… of Standard Webhooks. Empty: one is made, and shown once.',
      kind: 'secret',
      maxLength: limits.channelToken,
    },
  ],
};

/** The form's name of a field: the path of its errors. */
export const pathOf = ({ name }: Pick<ChannelField, 'name'>): string => `config.${name}`;

export type ChannelValues = Record<string, string | boolean>;

const shownValue = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';

/** What the form begins with, for a new channel or one that exists. */
export function valuesOf(type: ChannelType, channel?: Channel): ChannelValues {
  const config = channel?.config;
  const entries = channelFields[type].map((field): [string, string | boolean] => {
    if (field.kind === 'check') return [pathOf(field), config?.[field.name] === true];
    return [pathOf(field), config ? shownValue(config[field.name]) : (field.initial ?? '')];
  });
  return Object.fromEntries(entries);
}

function sentValue({ kind, isRequired }: ChannelField, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value;
  if (kind === 'addresses') return value.split(/[\s,;]+/).filter((each) => each !== '');
  // An empty required field gets the server's words; an empty secret stays as it is stored.
  if (value.trim() === '') return kind === 'secret' ? undefined : isRequired ? '' : null;
  return value;
}

/** The configuration to send. */
export const configOf = (type: ChannelType, values: ChannelValues): Record<string, unknown> =>
  Object.fromEntries(
    channelFields[type].map((field) => [field.name, sentValue(field, values[pathOf(field)] ?? '')]),
  );
