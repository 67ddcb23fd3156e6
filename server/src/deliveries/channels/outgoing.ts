import type { ChannelConfigs } from '@quartermaster/contract/channels/channels.schema';
import type { ChannelType } from '@quartermaster/contract/channels/channels.routes';
import type { Undelivered } from '../../net/mail-failure.ts';
import type { Answer } from '../../net/request.ts';
import type { Message } from '../message.ts';

/** Why something was not sent, in words without an address, a token or what was answered. */
export class SendRefusal extends Error {
  /** The status that was answered; null: none. */
  readonly status: number | null;
  /** How long the other side asks to wait. */
  readonly retryAfterMs: number;
  /** The addresses of a mail that the mail server answered for, all of which it refused. */
  readonly undelivered: readonly Undelivered[];

  constructor(
    message: string,
    { status = null, retryAfterMs = 0, undelivered = [] }: Partial<SendRefusal> = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.undelivered = undelivered;
  }

  /** The receiver wants no more. */
  get isGone(): boolean {
    return this.status === 410;
  }
}

/** A request by POST. */
export interface Outgoing {
  url: string;
  headers?: Record<string, string>;
  body: string;
}

/** A config with everything that it needs. */
type Complete<T extends ChannelType, C = ChannelConfigs[T]> = {
  [F in keyof C]: `${T}.${F & string}` extends 'ntfy.token' | 'apprise.tag' ? C[F] : NonNullable<C[F]>;
};

/** A type of channel that takes messages over HTTP. */
export interface HttpChannel<T extends Exclude<ChannelType, 'mail'>> {
  write: (config: Complete<T>, message: Message) => Outgoing;
  /** What an answer means beyond its status: why nobody, or not everybody, got the message; null: nothing. */
  problemOf?: (answer: Answer) => string | null;
  /** Where the receiver has moved, as the answer says, by the name of the field to change; null: nowhere. */
  movedTo?: (answer: Answer) => { chatId: string } | null;
  /** How long to wait, where the body says it. */
  retryAfterOf?: (answer: Answer) => number;
}

export const json = (url: string, value: unknown): Outgoing => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** An address below another, whether that ends with a slash or not. */
export function below(base: string, path: string): string {
  let end = base.length;
  while (base.charAt(end - 1) === '/') end -= 1;
  return `${base.slice(0, end)}/${path}`;
}
