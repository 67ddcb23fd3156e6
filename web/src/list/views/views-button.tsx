import { Bookmark } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Entity } from '../../records/entity.ts';
import { IconButton } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';

const ViewsPopover = deferred(() => import('./views-popover.tsx'));

interface ViewsButtonProps {
  entity: Pick<Entity, 'path'>;
  report: (title: string, error?: unknown) => void;
}

/** Opens the saved views of a list. */
export function ViewsButton(props: ViewsButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label="Saved views"
        icon={Bookmark}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <ViewsPopover {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}
