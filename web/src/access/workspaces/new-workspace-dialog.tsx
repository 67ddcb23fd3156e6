import { client } from '@quartermaster/contract/api/client';
import { request } from '../../api/request.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { InputField } from '../../ui/input-field.tsx';

/** Creates a workspace and switches to it. */
export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { values, set, errorOf, field, ...form } = useActionForm(
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
      submitLabel="Create"
      busyLabel="Creating..."
      {...form}
      onClose={onClose}
    >
      <InputField label="Name" required {...field('name')} autoComplete="off" />
    </ActionDialog>
  );
}
