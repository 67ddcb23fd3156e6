import { Dialog } from '@base-ui/react/dialog';
import { useCallback, useRef, useState } from 'react';
import type { Entry } from './entry.ts';
import { Palette } from './palette.tsx';

export interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
}

/** Finds and runs any record, page or action from the keyboard. */
export default function CommandPalette({ open, onClose }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const [leaves, setLeaves] = useState(false);
  // Each opening starts fresh, even while the last one fades out.
  const [opening, setOpening] = useState({ open, count: 0 });
  if (opening.open !== open) setOpening({ open, count: opening.count + (open ? 1 : 0) });
  const run = useCallback(
    (entry: Entry) => {
      setLeaves(entry.leaves ?? false);
      onClose();
      entry.run();
    },
    [onClose],
  );
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => {
        // The previously focused element was on the page that was left. The next one may have moved the focus already.
        const content = document.getElementById('content');
        if (!isOpen && leaves && !content?.contains(document.activeElement)) content?.focus();
        setLeaves(false);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="appear fixed inset-0 z-70 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-70 flex items-start justify-center md:px-4 md:pt-[14dvh]">
          <Dialog.Popup
            initialFocus={input}
            finalFocus={!leaves}
            // Otherwise a form below would handle the key too.
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              if (!event.defaultPrevented) onClose();
            }}
            className="appear flex w-full flex-col overflow-hidden bg-raised shadow-popup outline-none max-md:h-dvh md:max-h-[min(36rem,70dvh)] md:max-w-[620px] md:rounded-xl"
          >
            <Dialog.Title className="sr-only">Search or run a command</Dialog.Title>
            <Palette key={opening.count} input={input} onRun={run} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
