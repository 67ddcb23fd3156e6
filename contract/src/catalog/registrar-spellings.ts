/**
 * Names of one registrar each that share no word, the usual one first. Legal forms and words such as 'registrar' or
 * 'domains' need no entry. A company that runs several registrars stands with each of them.
 */
export const registrarSpellings: readonly (readonly [string, ...string[]])[] = [
  ['Alibaba Cloud', 'Aliyun', 'HiChina', 'Net.cn'],
  ['Amazon Route 53', 'Amazon', 'Amazon Web Services', 'AWS', 'Route 53', 'AWS Route 53'],
  ['Hover', 'Tucows'],
  ['INWX', 'InterNetworX'],
  ['IONOS', '1&1', '1and1', '1und1', '1&1 IONOS', '1&1 Internet', 'IONOS by 1&1'],
  ['Key-Systems', 'RRPproxy', 'CentralNic Reseller'],
  ['Network Solutions', 'NetSol'],
  ['OpenSRS', 'Tucows'],
  ['REG.RU', 'Registrar of Domain Names REG.RU', 'Regru'],
  ['ResellerClub', 'PDR', 'PublicDomainRegistry', 'Public Domain Registry'],
  ['RU-CENTER', 'NIC.RU', 'Regional Network Information Center'],
  ['Squarespace Domains', 'Google Domains'],
  ['TransIP', 'Team.blue TransIP'],
];
