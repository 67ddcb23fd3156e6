import { client } from '@quartermaster/contract/api/client';
import { request } from '../../api/request.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** Creates a workspace and switches to it. */
export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { values, set, errorOf, problem, isPending, submit } = useActionForm(
    { name: '' },
    async (body) => {
      const { workspace } = await request(client.workspaces.create, { body });
      enterWorkspace(workspace.id);
    },
    'Failed to create the workspace',
  );
  return (
    <ActionDialog
      title="New workspace"
      submit={{ label: 'Create', busyLabel: 'Creating...', onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <Field label="Name" required error={errorOf('name')}>
        {(aria) => (
          <Input
            {...aria}
            value={values.name}
            autoComplete="off"
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
