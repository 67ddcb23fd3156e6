import type { Area } from '@quartermaster/contract/api/areas';
import { counted } from './count-text.ts';
import { entities } from './entities.ts';

/** '12 domains, 1 server'; 'no records'. */
export function countsInWords(counts: readonly { area: Area; count: number }[]): string {
  const some = counts.filter(({ count }) => count > 0);
  if (some.length === 0) return 'no records';
  return some.map(({ area, count }) => counted(entities[area].entity, count)).join(', ');
}
