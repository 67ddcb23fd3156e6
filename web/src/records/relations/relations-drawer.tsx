import { Dialog } from '@base-ui/react/dialog';
import { useLocation } from '@tanstack/react-router';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { entities } from '../entities.ts';
import { shownName } from '../record-name.tsx';
import { type Walk, useConnections } from '../use-connections.ts';
import { useRelations } from '../use-relations.ts';
import { IconButton } from '../../ui/button.tsx';
import { RelationsPanel } from './relations-panel.tsx';

/** A drawer with a record's connections, each a link to its own connections. `subject` is `emails:<id>`. */
export default function RelationsDrawer({ subject, onClose }: { subject: string; onClose: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { back } = useConnections();
  // Going back leads to another record's connections.
  const canWalkBack = useLocation({ select: ({ state }) => ((state as Walk).connectionsDepth ?? 0) > 1 });
  const { data } = useRelations(subject);
  useEffect(() => {
    // The clicked link is gone: focus the title, so that screen readers announce the next record.
    title.current?.focus();
  }, [subject]);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          initialFocus={title}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-[480px] flex-col border-line bg-raised shadow-popup outline-none md:border-l"
        >
          <header className="flex items-start gap-2 border-b border-line px-5 py-3.5">
            {canWalkBack && (
              <IconButton label="Back" icon={ArrowLeft} className="-ml-2 size-8" onClick={back} />
            )}
            <Dialog.Title ref={title} tabIndex={-1} className="min-w-0 flex-1 outline-none">
              <span className="block text-xs text-ink-2">
                Connections of the {data ? entities[data.area].entity.one : 'record'}{' '}
              </span>
              <span className="block text-lg font-semibold wrap-anywhere">
                {data ? shownName(data.area, data.record.name) : '…'}
              </span>
            </Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" icon={X} className="size-8" />} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
            <RelationsPanel key={subject} subject={subject} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
