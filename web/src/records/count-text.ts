import { formatNumber } from '../ui/format.ts';
import type { Area } from '@quartermaster/contract/api/areas';
import { entities } from './entities.ts';

/** '1 domain', '10,000 domains'. */
export const counted = ({ one, many = `${one}s` }: { one: string; many?: string }, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Empty while unknown, else '1 domain', '10,000 domains'; for a filtered list '406 of 10,000'. */
export function countText(
  entity: { one: string; many: string },
  count: number | undefined,
  isFiltered: boolean,
  all: number | undefined,
): string {
  if (count === undefined) return '';
  if (isFiltered && all !== undefined) return `${formatNumber(count)} of ${formatNumber(all)}`;
  return counted(entity, count);
}

/** '12 domains, 1 server'; 'no records'. */
export function countsInWords(counts: readonly { area: Area; count: number }[]): string {
  const some = counts.filter(({ count }) => count > 0);
  if (some.length === 0) return 'no records';
  return some.map(({ area, count }) => counted(entities[area].entity, count)).join(', ');
}
