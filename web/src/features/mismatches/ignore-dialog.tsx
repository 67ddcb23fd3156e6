import { limits } from '@quartermaster/contract/rules/limits';
import { useState } from 'react';
import { InputField } from '../../ui/input-field.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';

interface IgnoreDialogProps {
  onIgnore: (reason: string) => void;
  onClose: () => void;
}

/** Asks why a difference is ignored. */
export function IgnoreDialog({ onIgnore, onClose }: IgnoreDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      title="Ignore until it changes"
      onClose={onClose}
      submitLabel="Ignore"
      submit={() => onIgnore(reason)}
    >
      <p className="text-sm text-ink-2">It comes back as soon as something else is found.</p>
      <InputField label="Reason" autoFocus maxLength={limits.reason} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}
