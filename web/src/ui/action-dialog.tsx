import { Dialog } from '@base-ui/react/dialog';
import type { FormEvent, ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { DialogBackdrop } from './dialog-backdrop.tsx';

interface ActionDialogProps {
  title: string;
  /** Wide enough for a table. */
  isWide?: boolean;
  /** Undefined if there is nothing left to send. */
  submit?: {
    label: string;
    /** The label while a request is being sent. */
    busyLabel?: string;
    isDanger?: boolean;
    isDisabled?: boolean;
    onSubmit: (event: FormEvent) => void;
  };
  isPending?: boolean;
  problem?: string | null;
  onClose: () => void;
  closeLabel?: string;
  children: ReactNode;
}

/**
 * A small form in a dialog. Without a form it closes by its button or Escape but not by a click outside: some of its
 * contents are shown only once. Above another dialog, it dims that one too.
 */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    isWide = false,
    submit,
    isPending = false,
    problem = null,
    onClose,
    closeLabel = 'Cancel',
    children,
  } = props;
  return (
    <Dialog.Root open disablePointerDismissal={!submit} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Dialog.Popup
            className={`appear w-full ${isWide ? 'max-w-3xl' : 'max-w-md'} rounded-xl bg-raised p-5 shadow-popup outline-none`}
          >
            <Dialog.Title className="text-lg font-semibold text-balance wrap-anywhere">{title}</Dialog.Title>
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                submit?.onSubmit(event);
              }}
              className="mt-3 grid gap-4"
            >
              {children}
              {problem !== null && <Banner tone="bad" title={problem} />}
              <div className="mt-1 flex justify-end gap-2">
                <Dialog.Close render={<Button>{closeLabel}</Button>} />
                {submit && (
                  <Button
                    type="submit"
                    variant={submit.isDanger ? 'danger' : 'primary'}
                    disabled={submit.isDisabled}
                    busy={isPending}
                  >
                    {(isPending && submit.busyLabel) || submit.label}
                  </Button>
                )}
              </div>
            </form>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
