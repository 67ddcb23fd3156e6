import type * as contract from './dashboard.schema.ts';
import { call, typed } from '../api/route.ts';

export const facts = {
  dashboard: call({ method: 'GET', path: '/dashboard/stats' }),
};

export const { dashboard } = typed<typeof contract, typeof facts>(facts);
