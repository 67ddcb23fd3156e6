import { client } from '@quartermaster/contract/api/client';
import type { Route } from '@quartermaster/contract/api/route';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint of the contract, with who may send it. */
export const endpoints: readonly Route[] = Object.values(client).flatMap((group) =>
  Object.values(group as Record<string, unknown>).filter(isRoute),
);
