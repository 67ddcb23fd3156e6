import { client } from '@quartermaster/contract/api/client';
import { useNavigate } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { counted } from './count-text.ts';
import { areaOfEntity } from './entities.ts';
import type { Entity } from './entity.ts';
import { useActionForm } from './use-action-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface RotateDialogProps {
  entity: Entity;
  ids: readonly string[];
  onClose: () => void;
}

/** Creates a list of these records' secrets to change, and opens it. */
export default function RotateDialog({ entity, ids, onClose }: RotateDialogProps) {
  const navigate = useNavigate();
  const { values, set, errorOf, problem, isPending, submit } = useActionForm(
    { name: '' },
    async ({ name }) => {
      const body = { name, area: areaOfEntity(entity), ids: [...ids] };
      const { workList } = await request(client.workLists.create, { body });
      onClose();
      await navigate({ to: '/settings', search: { section: 'rotation', list: workList.id } });
    },
    'Failed to list the secrets',
  );
  return (
    <ActionDialog
      title={`Rotate the secrets of ${counted(entity, ids.length)}?`}
      submit={{ label: 'Make the list', busyLabel: 'Listing...', onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Makes a list of them to work through. Each ticks itself when its value is another one.
      </p>
      <Field label="Name of the list" required error={errorOf('name')}>
        {(aria) => (
          <Input {...aria} value={values.name} onChange={({ target }) => set({ name: target.value })} />
        )}
      </Field>
    </ActionDialog>
  );
}
