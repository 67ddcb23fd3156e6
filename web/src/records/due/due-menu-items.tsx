import type { RefObject } from 'react';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Key } from '../../ui/key.tsx';
import type { Due } from './due.ts';
import type { DueAction } from './use-due-actions.ts';

interface DueMenuItemsProps {
  due: Due;
  actions: readonly DueAction[];
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

const item =
  'flex min-h-9 w-full items-center justify-between gap-3 rounded-md px-2.5 text-left text-sm hover:bg-sunken max-md:min-h-11';

/** The actions with their keys. */
export default function DueMenuItems({ due, actions, anchor, onClose }: DueMenuItemsProps) {
  return (
    <AnchoredPopover label={`Actions on ${due.name}`} anchor={anchor} className="w-56 p-1" onClose={onClose}>
      <ul>
        {actions.map(({ label, key, run, href }) => {
          const words = label(due);
          const content = (
            <>
              {words}
              {key !== undefined && (
                <span aria-hidden className="max-md:hidden">
                  <Key>{key}</Key>
                </span>
              )}
            </>
          );
          return (
            <li key={words}>
              {href ? (
                <a
                  href={href(due)}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={item}
                  onClick={onClose}
                >
                  {content}
                </a>
              ) : (
                <button
                  type="button"
                  className={item}
                  onClick={() => {
                    onClose();
                    run(due);
                  }}
                >
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </AnchoredPopover>
  );
}
