import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields; the first of them gets the focus. */
  children: ReactNode;
}

/** A small form in a dialog. */
export function FormDialog({ title, submitLabel, onSubmit, onClose, children }: FormDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="appear fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Dialog.Popup className="appear w-full max-w-sm rounded-xl bg-raised p-5 shadow-popup outline-none">
            <Dialog.Title className="text-lg font-semibold text-balance">{title}</Dialog.Title>
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
              }}
              className="mt-3 grid gap-4"
            >
              {children}
              <div className="mt-1 flex justify-end gap-2">
                <Dialog.Close render={<Button>Cancel</Button>} />
                <Button type="submit" variant="primary">
                  {submitLabel}
                </Button>
              </div>
            </form>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
