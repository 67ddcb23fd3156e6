import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { DialogBackdrop } from './dialog-backdrop.tsx';

interface FrameProps {
  open: boolean;
  title: string;
  body?: ReactNode;
  onClose: () => void;
  /** The element to focus first; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The buttons, the primary one last. */
  children: ReactNode;
}

function DialogFrame({ open, title, body, onClose, initialFocus, children }: FrameProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <DialogBackdrop />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <AlertDialog.Popup
            {...(initialFocus && { initialFocus })}
            className="appear w-full max-w-md rounded-xl bg-raised p-5 shadow-popup outline-none"
          >
            <AlertDialog.Title className="text-lg font-semibold text-balance wrap-anywhere">
              {title}
            </AlertDialog.Title>
            {body && (
              <AlertDialog.Description render={<div />} className="mt-2 grid gap-2 text-ink-2 empty:hidden">
                {body}
              </AlertDialog.Description>
            )}
            <div className="mt-5 flex justify-end gap-2">{children}</div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  /** The question. */
  title: string;
  /** Side effects, e.g. what will be detached. */
  body?: ReactNode;
  confirmLabel: string;
  /** The action will be refused, so the button is not styled as a danger. */
  isVain?: boolean;
  /** The dialog stays open and busy until this settles. */
  onConfirm: () => void | Promise<void>;
  onClose: () => void;
}

export function ConfirmPopup(props: ConfirmDialogProps) {
  const { open, title, body, confirmLabel, isVain = false, onConfirm, onClose } = props;
  const [busy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onClose();
    }
  }

  return (
    <DialogFrame open={open} title={title} body={body} onClose={onClose} initialFocus={cancel}>
      <AlertDialog.Close ref={cancel} render={<Button>Cancel</Button>} />
      <Button variant={isVain ? 'default' : 'danger'} busy={busy} onClick={() => void confirm()}>
        {confirmLabel}
      </Button>
    </DialogFrame>
  );
}

export interface MessageDialogProps {
  open: boolean;
  title: string;
  body?: ReactNode;
  onClose: () => void;
}

export function MessagePopup({ open, title, body, onClose }: MessageDialogProps) {
  return (
    <DialogFrame open={open} title={title} body={body} onClose={onClose}>
      <AlertDialog.Close render={<Button variant="primary">OK</Button>} />
    </DialogFrame>
  );
}
