import type { ChannelConfigs } from '@quartermaster/contract/channels/channels.schema';
import type { ChannelType } from '@quartermaster/contract/channels/channels.routes';
import type { Answer } from '../../net/request.ts';
import type { Message } from '../message.ts';

/** Why something was not sent, in words without an address, a token or what was answered. */
export class SendRefusal extends Error {
  /** The status that was answered; null: none. */
  readonly status: number | null;
  /** How long the other side asks to wait. */
  readonly retryAfterMs: number;

  constructor(message: string, { status = null, retryAfterMs = 0 }: Partial<SendRefusal> = {}) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
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
  /** Why a message was not taken although the status says so; null: it was. */
  problemOf?: (answer: Answer) => string | null;
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
