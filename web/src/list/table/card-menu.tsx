import { type RefObject, useId } from 'react';
import { areaOfEntity, entities } from '../../records/entities.ts';
import type { Identified } from '../../records/entity.ts';
import { recordName } from '../../records/record-name.tsx';
import { webAddress } from '../../records/web-address.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toaster.tsx';
import type { RowHandlers, RowsProps } from './table-props.ts';

export interface CardMenuProps<T> extends RowHandlers<T>, Pick<RowsProps<T>, 'entity'> {
  row: T;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

const itemClass =
  'flex min-h-11 w-full items-center rounded-md px-3 text-left text-base hover:bg-sunken aria-disabled:opacity-40';

/** What can be done with a record on a narrow screen. Locked actions look disabled, but still call back to explain why. */
export default function CardMenu<T extends Identified>(props: CardMenuProps<T>) {
  const { row, entity, name, anchor, onClose, onOpen, onEdit, onDelete, onRelations, isLocked } = props;
  const area = areaOfEntity(entity);
  const { name: stored } = recordName(area, row);
  const { urlName = 'website', entity: kind } = entities[area];
  const url = webAddress(area, stored, (row as Record<string, unknown>)[kind.url ?? '']);
  const label = name(row);
  const lock = isLocked?.(row);
  const title = useId();
  const copy = async () => {
    const isDone = await copyText(stored);
    toast(isDone ? { title: `${label} copied` } : { title: `${label} could not be copied`, type: 'error' });
  };
  const item = (verb: string, act: () => void, locked = false, tone = '') => (
    <li>
      <button
        type="button"
        aria-label={`${verb} ${label}`}
        aria-disabled={locked || undefined}
        className={`${itemClass} ${tone}`}
        onClick={() => {
          onClose();
          act();
        }}
      >
        {verb}
      </button>
    </li>
  );
  return (
    <AnchoredPopover label={`Actions on ${label}`} anchor={anchor} className="w-60 p-1" onClose={onClose}>
      <p id={title} className="clipped px-3 py-1.5 text-xs text-ink-2">
        {label}
      </p>
      <ul aria-labelledby={title}>
        {item('Copy', () => void copy())}
        {url !== undefined && (
          <li>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Open ${urlName} of ${label}`}
              className={itemClass}
              onClick={onClose}
            >
              Open {urlName}
            </a>
          </li>
        )}
        {item('Connections', () => onRelations(row))}
        {onEdit ? item('Edit', () => onEdit(row), lock) : item('View', () => onOpen(row))}
        {onDelete && item('Delete', () => onDelete(row), lock, 'text-bad')}
      </ul>
    </AnchoredPopover>
  );
}
