import type { Change } from '@quartermaster/contract/history/history.schema';

/** What was done to a record. */
export const actionWords: Readonly<Record<Change['action'], string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
};
