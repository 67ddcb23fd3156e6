import { withAddress } from './ip-address.ts';
import type { Tag } from './tags.ts';

// How values read in a column, on the screen and in files.

export const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

export const tagsCell = ({ tags }: { tags: readonly Tag[] }): string =>
  tags.map(({ type, value }) => `${type}:${value}`).join('; ');

/** What a flag of a record reads as, in its column and wherever else it is shown. */
export const flagWord = (field: string, value: boolean): string => {
  if (field !== 'isActive') return yesNo(value);
  return value ? 'Active' : 'Inactive';
};

export const activeCell = ({ isActive }: { isActive: boolean }): string => flagWord('isActive', isActive);

interface WithProxy {
  proxy: { name: string; ip: string | null; port: number | null } | null;
}
export const proxyCell = ({ proxy }: WithProxy): string | null => proxy && withAddress(proxy);
