import { lazy, Suspense, useState } from 'react';
import type { ConfirmDialogProps, MessageDialogProps } from './dialog-popups.tsx';

// No dialog comes before the first action, so the page does not wait for this code.
const load = () => import('./dialog-popups.tsx');
const ConfirmPopup = lazy(() => load().then((module) => ({ default: module.ConfirmPopup })));
const MessagePopup = lazy(() => load().then((module) => ({ default: module.MessagePopup })));

/** True from the first opening on, so that a closing dialog can fade out. */
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

/** A message with an 'OK' button. */
export function MessageDialog(props: MessageDialogProps) {
  return (
    useOpened(props.open) && (
      <Suspense>
        <MessagePopup {...props} />
      </Suspense>
    )
  );
}
