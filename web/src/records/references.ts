import type { Area } from '@quartermaster/contract/api/areas';

/** The area of the records that a field refers to. */
export const referredArea: Readonly<Record<string, Area>> = {
  cdnAccountId: 'cdn',
  emailAccountId: 'emails',
  hostingId: 'hostings',
  proxyId: 'proxies',
  registratorAccountId: 'registrator-accounts',
  registratorTypeId: 'registrator-types',
  serverId: 'servers',
};
