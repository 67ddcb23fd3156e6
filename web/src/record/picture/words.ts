/** What a reference says of the record that holds it. */
const words: Readonly<Record<string, string>> = {
  cdnAccountId: 'served by',
  emailAccountId: 'reset by',
  hostingId: 'hosted at',
  proxyId: 'goes through',
  registratorAccountId: 'registered with',
  registratorTypeId: 'account at',
  serverId: 'runs on',
};

export const edgeWords = (field: string): string => words[field] ?? 'uses';
