import type * as contract from './health.schema.ts';
import { call, typed } from '../api/route.ts';

export const facts = {
  health: call({ method: 'GET', path: '/health', access: 'public' }),
  ready: call({ method: 'GET', path: '/ready', access: 'public' }),
};

export const { health } = typed<typeof contract, typeof facts>(facts);
