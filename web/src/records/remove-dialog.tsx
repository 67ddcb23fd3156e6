import type { ReactNode } from 'react';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { InputField } from '../ui/input-field.tsx';
import { useActionForm } from './use-action-form.ts';

interface RemoveDialogProps {
  /** The question. */
  title: string;
  label?: string;
  busyLabel?: string;
  /** The message for a failure without one. */
  failure: string;
  /** Has to be typed first: a name or an address. */
  typed?: string | undefined;
  /** What follows is not known yet. */
  isDisabled?: boolean;
  /** It can't be done: there is no button. */
  isRefused?: boolean;
  /** What else has failed. */
  problem?: string | null;
  /** The dialog stays open and busy until this settles. */
  onRemove: () => Promise<unknown>;
  onClose: () => void;
  /** What follows. */
  children: ReactNode;
}

/** Asks before something is removed for good. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { title, label = 'Delete', busyLabel = 'Deleting...', typed, isRefused = false, onClose } = props;
  const { values, field, ...form } = useActionForm(
    { typed: '' },
    async () => {
      await props.onRemove();
      onClose();
    },
    props.failure,
  );
  const isTyped = typed === undefined || values.typed.trim() === typed;
  return (
    <ActionDialog
      title={title}
      submitLabel={isRefused ? undefined : label}
      busyLabel={busyLabel}
      isDanger
      isDisabled={props.isDisabled === true || !isTyped}
      {...form}
      problem={form.problem ?? props.problem ?? null}
      onClose={onClose}
    >
      {props.children}
      {typed !== undefined && !isRefused && (
        <InputField label={`Type ${typed} to confirm`} {...field('typed')} autoComplete="off" isExact />
      )}
    </ActionDialog>
  );
}
