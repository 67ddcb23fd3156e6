import { client } from '@quartermaster/contract/api/client';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { leaveWorkspace } from '../../api/workspace.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { countsInWords } from '../../records/counts-in-words.ts';

/** Names what is deleted with the workspace, and asks for its name. */
export function DeleteWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { id, name } = workspace;
  const { data } = useQuery(routeQuery(client.workspaces.get, { params: { id } }));
  const { values, set, problem, isPending, submit } = useActionForm(
    { typed: '' },
    async () => {
      await request(client.workspaces.remove, { params: { id } });
      leaveWorkspace();
    },
    'Failed to delete the workspace',
  );
  return (
    <ActionDialog
      title={`Delete ${name}?`}
      submit={{
        label: 'Delete everything',
        busyLabel: 'Deleting...',
        isDanger: true,
        isDisabled: values.typed.trim() !== name,
        onSubmit: submit,
      }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      {data && (
        <p className="text-ink-2">
          It holds {countsInWords(data.counts)}. All of it is deleted with its history, which can't be undone.
        </p>
      )}
      <Field label={`Type ${name} to confirm`}>
        {(aria) => (
          <Input
            {...aria}
            value={values.typed}
            autoComplete="off"
            onChange={({ target }) => set({ typed: target.value })}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
