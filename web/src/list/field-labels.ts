const labels: Readonly<Record<string, string>> = {
  cdnAccountId: 'CDN account',
  expirationDate: 'expiration date',
  hostingId: 'hosting',
  isActive: 'status',
  proxyId: 'proxy',
  registratorAccountId: 'registrator account',
  serverId: 'server',
};

/** A field's name in a bulk action: 'Set registrator account'. */
export const fieldLabel = (name: string): string => labels[name] ?? name;
