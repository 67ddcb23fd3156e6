import { lazy, Suspense, useState } from 'react';
import type { ConfirmDialogProps, MessageDialogProps } from './dialog-popups.tsx';

// A page can be read before anything is asked, so that it need not wait for this code.
const load = () => import('./dialog-popups.tsx');
const ConfirmPopup = lazy(() => load().then((module) => ({ default: module.ConfirmPopup })));
const MessagePopup = lazy(() => load().then((module) => ({ default: module.MessagePopup })));

/** From the first opening on, so that a closing dialog can fade. */
function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}

/** Asks before something that can't be taken back. Escape cancels; the focus begins on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    useOpened(props.open) && (
      <Suspense>
        <ConfirmPopup {...props} />
      </Suspense>
    )
  );
}

/** Says something that has to be read, above an 'OK' button. */
export function MessageDialog(props: MessageDialogProps) {
  return (
    useOpened(props.open) && (
      <Suspense>
        <MessagePopup {...props} />
      </Suspense>
    )
  );
}
