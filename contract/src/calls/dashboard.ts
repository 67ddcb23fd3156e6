import type * as contract from '../dashboard.ts';
import { call, typed } from './call.ts';

export const facts = {
  dashboard: call({ method: 'GET', path: '/dashboard/stats' }),
};

export const { dashboard } = typed<typeof contract, typeof facts>(facts);
