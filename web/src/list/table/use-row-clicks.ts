import type { MouseEvent } from 'react';
import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import type { Identified } from '../../records/entity.ts';
import { useConnections } from '../../records/use-connections.ts';

/**
 * Handles clicks on names and references in rows (cells.tsx): separate handlers would be created anew for every row.
 */
export function useRowClicks<T extends Identified>(
  rows: readonly T[],
  onEdit: (row: T) => void,
): (event: MouseEvent) => void {
  const connections = useConnections();
  return (event) => {
    // The click opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!(event.target instanceof Element)) return;
    const target = event.target.closest<HTMLElement>('[data-open], [data-connections]');
    const to = parseRelatedTo(target?.dataset['connections'] ?? '');
    const row = rows.find(({ id }) => id === target?.closest<HTMLElement>('[data-row]')?.dataset['row']);
    if (to) {
      event.preventDefault();
      connections.show(to.area, to.id);
    } else if (target && row) onEdit(row);
  };
}
