import type * as contract from '../search.ts';
import { call, typed } from './call.ts';

export const facts = {
  search: call({ method: 'GET', path: '/search' }),
};

export const { search } = typed<typeof contract, typeof facts>(facts);
