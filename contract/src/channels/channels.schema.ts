import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { flag, id, identity, invisible, keysAtMost, linkToken, requiredText, time } from '../api/values.ts';
import { isEmail, isStorable, isWebUrl } from '../rules/formats.ts';
import { limits } from '../rules/limits.ts';
import { isVisible, isVisibleAddress } from '../rules/visible-text.ts';
import {
  type ChannelType,
  channelStates,
  channelTypes,
  channelsRoutes,
  recipientStates,
} from './channels.routes.ts';

const abort = (error: string) => ({ error, abort: true });
/** One line of text that is stored exactly as it was sent. */
const exact = (label: string, max: number) =>
  z
    .string({
      error: ({ input }) =>
        `${label} ${input === undefined || input === null ? 'is required' : 'must be text'}`,
    })
    .max(max, abort(`${label} must be less than ${max} characters`))
    .trim()
    .min(1, `${label} is required`)
    .refine(isStorable, `${label} contains characters that can't be stored`)
    .refine(isVisible, invisible(label));

/** A login in an address would never be sent. */
const isPlainUrl = (text: string): boolean =>
  isWebUrl(text) && new URL(text).username === '' && new URL(text).password === '';
const url = exact('URL', limits.channelUrl).refine(
  isPlainUrl,
  'URL must be an http or https address without a login',
);
const token = exact('Token', limits.channelToken);
/** A word of an address. */
const segment = (label: string, pattern: RegExp) =>
  exact(label, limits.name).refine(
    (text) => pattern.test(text),
    `${label} contains characters that are not allowed`,
  );

const signingSecret = exact('Secret', limits.channelToken).refine(
  isSigningSecret,
  'Secret must be whsec_ and 24 to 64 bytes in base64',
);

/** As Standard Webhooks has it. */
function isSigningSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Math.floor((base64.replace(/={1,2}$/, '').length * 3) / 4);
  return base64.length % 4 === 0 && bytes >= 24 && bytes <= 64;
}

const addresses = z
  .array(
    requiredText('Address', limits.email, isVisibleAddress).refine(
      isEmail,
      'Address must be an email address',
    ),
    { error: 'Addresses are required' },
  )
  .min(1, 'Addresses are required')
  .max(limits.channelAddresses, `Maximum ${limits.channelAddresses} addresses allowed`);

/** What each type needs to know; a secret is null where it was cleared. */
export const channelConfigs = {
  mail: z.object({ to: addresses }),
  slack: z.object({ url: url.nullable() }),
  discord: z.object({ url: url.nullable() }),
  teams: z.object({
    url: url.nullable(),
    /** Send the card by itself, as some flows want it. */
    bareCard: flag('Bare card').default(false),
  }),
  telegram: z.object({
    token: segment('Token', /^[\w:-]+$/).nullable(),
    chatId: segment('Chat id', /^(-?\d+|@\w+)$/),
    url: url.default('https://api.telegram.org'),
  }),
  ntfy: z.object({
    url: url.default('https://ntfy.sh'),
    topic: segment('Topic', /^[\w-]+$/),
    token: token.nullable().default(null),
  }),
  apprise: z.object({
    url: url.nullable(),
    key: segment('Key', /^[\w-]+$/).nullable(),
    tag: exact('Tag', limits.name).nullable().default(null),
  }),
  webhook: z.object({
    url: url.nullable(),
    /** Made if there is none. */
    secret: signingSecret.nullable().default(null),
  }),
} satisfies Record<ChannelType, z.ZodObject>;
export type ChannelConfigs = { [T in ChannelType]: z.output<(typeof channelConfigs)[T]> };

export const channel = z
  .object({
    ...identity,
    id,
    name: z.string(),
    type: z.enum(channelTypes),
    /** Secrets are null, whether there is one or not. */
    config: z.record(z.string(), z.unknown()),
    isActive: z.boolean(),
    state: z.enum(channelStates),
    lastSentAt: time.nullable(),
    /** Why the latest attempt failed, until one succeeds. */
    lastError: z.string().nullable(),
    /** The paths of the secrets that there are, such as `config.url`. */
    secretFields: z.array(z.string()),
    /** The addresses of a mail channel. */
    recipients: z.array(
      z.object({
        address: z.string(),
        state: z.enum(recipientStates),
        askedAt: time.nullable(),
        /** Why the mail server does not take the address, such as 'is refused (550)', until it does. */
        refusal: z.string().nullable(),
      }),
    ),
    /** The chat to which Telegram moved the configured one, and to which messages go; null: none. */
    newChatId: z.string().nullable(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof channel>;

const name = requiredText('Name', limits.name);
const type = z.enum(channelTypes, { error: `Type must be one of: ${channelTypes.join(', ')}` });
/** Checked by type, once that is known. */
const config = keysAtMost(
  limits.credentials,
  `Maximum ${limits.credentials} settings allowed`,
  z
    .record(z.string().max(limits.name), z.unknown(), { error: 'Config must be an object' })
    .meta({ description: 'By type: see the types of a new channel.' }),
);

const params = z.object({ id: z.string() });
const one = z.object({
  channel,
  /** The secret that was made for a webhook: it is answered only here. */
  signingSecret: z.string().optional(),
});

export const list = endpoint(channelsRoutes.list, {
  summary: 'The channels of the workspace, by name',
  data: z.object({ channels: z.array(channel) }),
});
export const get = endpoint(channelsRoutes.get, {
  summary: 'A channel',
  params,
  data: z.object({ channel }),
});
export const create = endpoint(channelsRoutes.create, {
  summary: 'Add a channel; the secrets in `config` are sealed and never answered',
  body: z.object({ name, type, config, isActive: flag('Active').default(true) }),
  data: one,
  status: 201,
});
export const update = endpoint(channelsRoutes.update, {
  summary: 'Change the fields that are sent; a secret that is not sent stays, null clears it',
  params,
  body: z.object({ name, type, config, isActive: flag('Active') }).partial(),
  data: one,
});
export const remove = endpoint(channelsRoutes.remove, {
  summary: 'Delete a channel; what waits for it is not sent any more',
  params,
  data: z.object({ id }),
});
export const test = endpoint(channelsRoutes.test, {
  summary: 'Send a test message, and say what happened',
  params,
  data: z.object({ success: z.boolean(), message: z.string() }),
});

export const ask = endpoint(channelsRoutes.ask, {
  summary: 'Ask an address of a mail channel again whether it wants alerts: once a day, a few times in all',
  params,
  body: z.object({ address: requiredText('Address', limits.email) }),
  data: z.object({ channel }),
});

const asked = z.object({ address: z.string(), workspace: z.string(), asker: z.string() });
const answered = { body: z.object({ token: linkToken }), data: asked };

export const question = endpoint(channelsRoutes.question, {
  summary: 'Who asks for which workspace in a link of a question; changes nothing',
  ...answered,
});
export const confirm = endpoint(channelsRoutes.confirm, {
  summary: 'Confirm with the token of the link that the address wants the alerts of the workspace',
  ...answered,
});
