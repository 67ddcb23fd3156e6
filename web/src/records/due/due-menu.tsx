import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import type { Due } from './due.ts';
import type { DueAction } from './use-due-actions.ts';

const DueMenuItems = deferred(() => import('./due-menu-items.tsx'));

interface DueMenuProps {
  due: Due;
  actions: readonly DueAction[];
}

/** The button that opens what can be done about something that is due; none if that is nothing. */
export function DueMenu({ due, actions }: DueMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const offered = actions.filter(({ isFor }) => isFor(due));
  if (offered.length === 0) return null;
  return (
    <>
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={`Actions on ${due.name}`}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className="no-print"
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <DueMenuItems due={due} actions={offered} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}
