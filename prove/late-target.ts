import assert from 'node:assert/strict';
import type { Route } from '@quartermaster/contract/api/route';
import { type Body, nextNumber } from '../server/test/records.ts';
import type { Client } from '../server/test/test-app.ts';

export const password = 'Correct-Horse-1';

/** What the requests of one person are about. */
export interface Target {
  /** An owner of the workspace, by whom it is filled. */
  owner: Client;
  /** Who sends the requests. */
  sender: Client;
  workspace: string;
  /** Another member, whose rights are changed. */
  friend: Client;
  /** A record of each area. */
  records: Record<string, Body & { id: string }>;
}

export interface Request {
  endpoint: Route;
  path: string;
  body: unknown;
  /** Whether it is admitted without an object to act on: a second factor, a passkey, a visit to a provider. */
  isEmpty: boolean;
}

export interface Sent {
  path?: Record<string, string>;
  body: unknown;
  isEmpty?: true;
}
export type Maker = (target: Target) => Sent | Promise<Sent>;

/** What a request of preparation answers; it must succeed. */
export const made = async <T>({ call }: Client, path: string, body: object): Promise<T> => {
  const answer = await call<{ data: T }>('POST', path, body);
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  return answer.body.data;
};

/** It is admitted without an object to act on. */
export const nothing: Maker = () => ({ body: {}, isEmpty: true });

export const lateEmail = (): string => `late-${nextNumber()}@example.com`;
