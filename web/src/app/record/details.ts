import type { Area } from '@quartermaster/contract/api/areas';
import type { Details } from '../../record/details.ts';

const files = import.meta.glob<Details>('../../features/*/*-details.tsx', {
  eager: true,
  import: 'details',
});

/** What is special to a kind on the page of its records. */
export const detailsOf = (area: Area): Details => files[`../../features/${area}/${area}-details.tsx`] ?? {};
