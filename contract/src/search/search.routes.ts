import type * as contract from './search.schema.ts';
import { call, typed } from '../api/route.ts';

export const facts = {
  search: call({ method: 'GET', path: '/search' }),
};

export const { search } = typed<typeof contract, typeof facts>(facts);
