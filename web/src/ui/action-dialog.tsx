import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { DialogBackdrop } from './dialog-backdrop.tsx';

interface ActionDialogProps {
  title: string;
  /** Wide enough for a table. */
  isWide?: boolean;
  /** Undefined if there is nothing left to send. */
  submitLabel?: string | undefined;
  /** The label while a request is being sent. */
  busyLabel?: string;
  isDanger?: boolean;
  /** Enter submits at once: there is nothing to fill in. */
  focusesSubmit?: boolean;
  isDisabled?: boolean;
  isPending?: boolean;
  problem?: string | null;
  submit?: (event: FormEvent) => void;
  onClose: () => void;
  closeLabel?: string;
  children: ReactNode;
}

/**
 * A small form in a dialog. Without a form it closes by its button or Escape but not by a click outside: some of its
 * contents are shown only once. Above another dialog, it dims that one too. What does not fit is scrolled above the buttons.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { title, isWide = false, submitLabel, isPending = false, problem = null, onClose } = props;
  const hasForm = submitLabel !== undefined;
  const submitButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root open disablePointerDismissal={!hasForm} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center p-4">
          <Dialog.Popup
            {...(props.focusesSubmit && { initialFocus: submitButton })}
            className={`appear flex max-h-[calc(100dvh-2rem)] w-full flex-col ${isWide ? 'max-w-3xl' : 'max-w-md'} rounded-xl bg-raised p-5 shadow-popup outline-none`}
          >
            <Dialog.Title className="text-lg font-semibold text-balance wrap-anywhere">{title}</Dialog.Title>
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                props.submit?.(event);
              }}
              className="mt-2.5 flex min-h-0 flex-col gap-4"
            >
              {/* As far as the dialog's edges, so that it cuts off no focus ring. */}
              <div className="-mx-5 grid min-h-0 gap-4 overflow-y-auto px-5 py-0.5">
                {props.children}
                {problem !== null && <Banner tone="bad" title={problem} />}
              </div>
              <div className="mt-0.5 flex shrink-0 justify-end gap-2">
                <Dialog.Close render={<Button>{props.closeLabel ?? 'Cancel'}</Button>} />
                {hasForm && (
                  <Button
                    ref={submitButton}
                    type="submit"
                    variant={props.isDanger ? 'danger' : 'primary'}
                    disabled={props.isDisabled}
                    busy={isPending}
                  >
                    {(isPending && props.busyLabel) || submitLabel}
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
