import { Dialog } from '@base-ui/react/dialog';
import { useCallback, useRef } from 'react';
import type { Entry } from './entry.ts';
import { Palette } from './palette.tsx';

export interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
}

/** Finds any record, page or action, and does it: from the keyboard, from any page. */
export default function CommandPalette({ open, onClose }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const leaves = useRef(false);
  const run = useCallback(
    (entry: Entry) => {
      leaves.current = entry.leaves ?? false;
      onClose();
      entry.run();
    },
    [onClose],
  );
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        leaves.current = false;
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="appear fixed inset-0 z-70 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-70 flex items-start justify-center md:px-4 md:pt-[14dvh]">
          <Dialog.Popup
            initialFocus={input}
            finalFocus={() => (leaves.current ? document.getElementById('content') : true)}
            // A form below would take the key for itself.
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              if (!event.defaultPrevented) onClose();
            }}
            className="appear flex w-full flex-col overflow-hidden bg-raised shadow-popup outline-none max-md:h-dvh md:max-h-[min(36rem,70dvh)] md:max-w-[620px] md:rounded-xl"
          >
            <Dialog.Title className="sr-only">Search or run a command</Dialog.Title>
            <Palette input={input} onRun={run} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
