import type { RdapList } from '../../../lib/rdap-list.ts';

/**
 * RDAP servers that registries run without IANA's list naming them, as of November 2026. Any may end without notice; the list
 * of IANA goes before.
 */
export const unofficialServers: Pick<RdapList, 'services'> = {
  services: [
    [['de'], ['https://rdap.denic.de/']],
    [['ch'], ['https://rdap.nic.ch/']],
    [['li'], ['https://rdap.nic.li/']],
    [['co'], ['https://rdap.nic.co/']],
    [['us'], ['https://rdap.nic.us/']],
    [
      ['ac', 'ag', 'bz', 'gi', 'me', 'pr', 'sc', 'vc'],
      ['https://rdap.identitydigital.services/rdap/'],
    ],
  ],
};
