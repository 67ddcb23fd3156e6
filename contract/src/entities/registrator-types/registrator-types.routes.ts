import type * as contract from './registrator-types.schema.ts';
import { call, crudCalls, exportCall, typed } from '../../api/route.ts';

const path = '/registrator-types';

export const facts = {
  registratorTypes: crudCalls({
    path,
    noun: 'registrator type',
    nouns: 'registrator types',
    listKey: 'registratorTypes',
    itemKey: 'registratorType',
    filters: { includeGlobal: 'flag', hasApi: 'flag' },
    sort: ['createdAt', 'updatedAt', 'name', 'websiteUrl', 'hasApi'],
  }),
  popularRegistratorTypes: call({ method: 'GET', path: `${path}/popular` }),
  registratorTypeStats: call({ method: 'GET', path: `${path}/stats` }),
  /** The file's name carries the day, so the server puts it in. */
  registratorTypeExport: exportCall(path, {
    name: 'registrator-types-YYYY-MM-DD.json',
    type: 'application/json',
  }),
};

export const { registratorTypes, popularRegistratorTypes, registratorTypeStats, registratorTypeExport } =
  typed<typeof contract, typeof facts>(facts);
