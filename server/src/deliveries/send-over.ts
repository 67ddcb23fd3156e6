import type { ChannelType } from '@quartermaster/contract/channels/channels.routes';
import { channelLabels, channelSecrets } from '@quartermaster/contract/channels/channels.routes';
import type { ChannelConfigs } from '@quartermaster/contract/channels/channels.schema';
import type { Egress } from '../net/egress.ts';
import { RefusedAddress, RequestFailure, atStart } from '../net/failures.ts';
import { answered } from '../net/http-request.ts';
import type { Answer } from '../net/request.ts';
import { retryAfter } from '../net/retry-after.ts';
import { httpChannels } from './channels/all.ts';
import type { ChannelRow } from './channel-row.ts';
import { answersOf, movedWords } from './channel-answers.ts';
import type { Receivers, Settled } from './receivers.ts';
import { type HttpChannel, type Outgoing, SendRefusal } from './channels/outgoing.ts';
import { type MailingServices, mailToChannel } from './mailing.ts';
import type { Message } from './message.ts';

const deadlineMs = 10_000;
/** Some services say in the body how long to wait. */
const maxBytes = 16 * 1024;

export interface SendingServices extends MailingServices {
  egress: Egress;
}

/** What was sent: the status that was answered, and words for the log. */
export interface Sent {
  status: number;
  message: string;
  /** Of a mail channel. */
  receivers?: Receivers;
  /** The chat that Telegram names instead of the configured one. */
  chatId?: string | undefined;
}

const isTaken = (status: number): boolean => status >= 200 && status <= 299;

/** The other side in words: its address may hold a token. */
const peerOf = (type: ChannelType): string => (type === 'webhook' ? 'the webhook' : channelLabels[type]);

async function requestOf(
  peer: string,
  { url, headers = {}, body }: Outgoing,
  egress: Egress,
): Promise<Answer> {
  try {
    return await egress.request(url, {
      method: 'POST',
      headers,
      body,
      deadlineMs,
      maxBytes,
      // A message that was taken must not be sent again because the body of the answer breaks off.
      readsBody: (status) => !isTaken(status),
      maxRedirects: 0,
      name: peer,
    });
  } catch (error) {
    if (error instanceof RefusedAddress)
      throw new SendRefusal(`${atStart(peer)} is not public: it is at a private, local or reserved address`);
    if (error instanceof RequestFailure) throw new SendRefusal(error.message);
    throw error;
  }
}

async function overHttp<T extends keyof typeof httpChannels>(
  type: T,
  config: ChannelConfigs[T],
  message: Message,
  egress: Egress,
  mayMove = true,
): Promise<Sent> {
  const channel = httpChannels[type] as unknown as HttpChannel<T>;
  const peer = peerOf(type);
  const outgoing = channel.write(config as Parameters<typeof channel.write>[0], message);
  const answer = await requestOf(peer, outgoing, egress);
  const { status, headers } = answer;
  const words = `${atStart(peer)} ${answered(status)}`;
  const problem = channel.problemOf?.(answer) ?? (isTaken(status) ? null : words);
  if (problem === null) return { status, message: words };
  const moved = channel.movedTo?.(answer) ?? null;
  if (moved && mayMove) {
    const said = movedWords(moved.chatId);
    try {
      const sent = await overHttp(type, { ...config, ...moved }, message, egress, false);
      return { ...sent, message: `${said}; ${sent.message}`, ...moved };
    } catch (error) {
      throw error instanceof SendRefusal ? new SendRefusal(`${said}; ${error.message}`, error) : error;
    }
  }
  const now = Date.now();
  const until = retryAfter(headers['retry-after'], now) ?? now;
  const retryAfterMs = Math.max(until - now, channel.retryAfterOf?.(answer) ?? 0);
  throw new SendRefusal(problem, { status, retryAfterMs });
}

/** What a channel can't do without, in words; null: it has everything. */
function missingOf(type: ChannelType, config: Readonly<Record<string, unknown>>): string | null {
  const missing = channelSecrets[type].find(
    (name) => config[name] === null && `${type}.${name}` !== 'ntfy.token',
  );
  return missing === undefined ? null : `The channel is not set up: its ${missing} is missing`;
}

/**
 * Sends a message over a channel, whose configuration is `opened`, to all but those addresses of a mail channel that are
 * `settled`; `tester` is who tests it. Throws a refusal unless somebody took it.
 */
export async function sendOver(
  services: SendingServices,
  row: Pick<ChannelRow, 'ownerId' | 'type' | 'userId' | 'answers'>,
  opened: ChannelConfigs[ChannelType],
  message: Message,
  { tester = null, settled = {} }: { tester?: string | null; settled?: Settled } = {},
): Promise<Sent> {
  const type = row.type as ChannelType;
  const missing = missingOf(type, opened);
  if (missing !== null) throw new SendRefusal(missing);
  const { chatId } = answersOf(row);
  if (type !== 'mail') {
    const config = { ...opened, ...(chatId !== undefined && { chatId }) };
    return { chatId, ...(await overHttp(type, config as never, message, services.egress)) };
  }
  const { to } = opened as ChannelConfigs['mail'];
  return { status: 250, ...(await mailToChannel(services, row, to, message, { tester, settled })) };
}
