import type { MouseEvent } from 'react';
import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import { areaOfEntity } from '../../records/entities.ts';
import type { Entity } from '../../records/entity.ts';
import { inWorkspace } from '../../api/workspace.ts';
import type { ListState } from '../use-list-state.ts';

/**
 * Handles clicks on names and references in rows (cells.tsx): separate handlers would be created anew for every row.
 */
export function useRowClicks(
  entity: Pick<Entity, 'path'>,
  openRecord: ListState['openRecord'],
): Record<'onClick' | 'onAuxClick', (event: MouseEvent) => void> {
  const clicked = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const isMiddle = event.button === 1;
    const isElsewhere = isMiddle || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const target = event.target.closest<HTMLElement>('[data-open], [data-connections]');
    const to = parseRelatedTo(target?.dataset['connections'] ?? '');
    // References are links, which the browser opens in new tabs by itself.
    if (to && isElsewhere) return;
    if (to) {
      event.preventDefault();
      return openRecord(to.area, to.id, 'connections');
    }
    const id = target?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (id === undefined) return;
    if (isElsewhere) window.open(inWorkspace(`${entity.path}/${id}`), '_blank', 'noopener');
    else openRecord(areaOfEntity(entity), id);
  };
  return {
    onClick: clicked,
    // Any other button but the left one; the right one opens the browser's menu.
    onAuxClick: (event) => event.button === 1 && clicked(event),
  };
}
