import type { TokenPermission } from '@quartermaster/contract/api/permissions';

/** The permissions of a token, in words. */
export const permissionTexts: Record<TokenPermission, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Lists, records, search and exports, without secrets' },
  write: { label: 'Write', hint: 'Create, change, delete and import records' },
  secrets: { label: 'Read secrets', hint: 'Passwords, keys and API credentials; each is logged' },
};
