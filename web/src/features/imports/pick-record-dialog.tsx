import type { Area } from '@quartermaster/contract/api/areas';
import { useState } from 'react';
import { RecordPicker } from '../../list/record-picker.tsx';
import { entities } from '../../records/entities.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';

export interface PickRecordDialogProps {
  area: Area;
  title: string;
  onDone: (id: string) => void;
  onClose: () => void;
}

const none: readonly never[] = [];

/** Asks for a record that exists. */
export function PickRecordDialog({ area, title, onDone, onClose }: PickRecordDialogProps) {
  const [picked, setPicked] = useState<string>();
  const { entity, label } = entities[area];
  const submit = () => {
    if (picked === undefined) return;
    onDone(picked);
    onClose();
  };
  return (
    <ActionDialog
      title={title}
      submitLabel="Use it"
      submit={submit}
      isDisabled={picked === undefined}
      onClose={onClose}
    >
      <Field label={label}>
        {(aria) => (
          <RecordPicker aria={aria} entity={entity} options={none} value={picked} onChange={setPicked} />
        )}
      </Field>
    </ActionDialog>
  );
}
