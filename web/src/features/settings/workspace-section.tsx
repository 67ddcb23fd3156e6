import { client } from '@quartermaster/contract/api/client';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useMay, useWorkspace } from '../../api/rights.ts';
import { leaveWorkspace } from '../../api/workspace.ts';
import { PanelForm } from '../../form/panel-form.tsx';
import { countsInWords } from '../../records/count-text.ts';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { Button } from '../../ui/button.tsx';
import { CheckLabel } from '../../ui/check-label.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { saveWorkspace } from './save-workspace.ts';
import { LeaveDialog } from '../../access/workspaces/leave-dialog.tsx';
import { NewWorkspaceDialog } from '../../access/workspaces/new-workspace-dialog.tsx';
import { RightsText } from '../../access/workspaces/rights-text.tsx';

type OpenDialog = 'new' | 'leave' | 'delete';

export default function WorkspaceSection() {
  const workspace = useWorkspace();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  if (!workspace) return null;
  const isOwner = workspace.role === 'OWNER';
  return (
    <>
      <Fragment key={workspace.id}>
        <GeneralPanel workspace={workspace} />
        <RetentionPanel workspace={workspace} />
      </Fragment>
      <Panel title="Your role">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4">
          <RightsText {...workspace} />
          <Button onClick={() => setDialog('leave')}>Leave the workspace</Button>
        </div>
      </Panel>
      <Panel title="Other workspaces">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4">
          <p className="text-ink-2">A workspace has records, members and keys of its own.</p>
          <Button icon={Plus} onClick={() => setDialog('new')}>
            New workspace
          </Button>
        </div>
      </Panel>
      {isOwner && (
        <Panel title="Delete">
          <div className="flex flex-wrap items-center justify-between gap-3 p-4">
            <p className="text-ink-2">Deletes the workspace with everything in it, for all of its members.</p>
            <Button variant="danger" onClick={() => setDialog('delete')}>
              Delete the workspace
            </Button>
          </div>
        </Panel>
      )}
      {dialog === 'new' && <NewWorkspaceDialog onClose={close} />}
      {dialog === 'leave' && <LeaveDialog workspace={workspace} onClose={close} />}
      {dialog === 'delete' && <DeleteWorkspaceDialog workspace={workspace} onClose={close} />}
    </>
  );
}

function GeneralPanel({ workspace }: { workspace: Workspace }) {
  const { id, name, requireSecondFactor, currency } = workspace;
  const manages = useMay('manage');
  const { values, set, field, ...form } = useActionForm(
    { name, requireSecondFactor, currency: currency ?? '' },
    (body) => saveWorkspace(id, body),
    'Failed to save the workspace',
  );
  return (
    <PanelForm title="General" submitLabel="Save" busyLabel="Saving..." isReadOnly={!manages} {...form}>
      <InputField label="Name" {...field('name')} readOnly={!manages} autoComplete="off" />
      <InputField
        label="Currency"
        {...field('currency')}
        readOnly={!manages}
        isExact
        autoComplete="off"
        placeholder="EUR"
        hint="Used for prices without a currency."
      />
      {manages && (
        <div>
          <CheckLabel
            checked={values.requireSecondFactor}
            onChange={({ target }) => set({ requireSecondFactor: target.checked })}
          >
            Members need a second factor
          </CheckLabel>
          <p className="pl-6 text-xs text-ink-2">
            Whoever has none, you included, can do nothing here until they set one up.
          </p>
        </div>
      )}
    </PanelForm>
  );
}

/** Names what is deleted with the workspace, and asks for its name. */
function DeleteWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { id, name } = workspace;
  const { data } = useQuery(routeQuery(client.workspaces.get, { params: { id } }));
  return (
    <RemoveDialog
      title={`Delete ${name}?`}
      label="Delete everything"
      failure="Failed to delete the workspace"
      typed={name}
      onRemove={async () => {
        await request(client.workspaces.remove, { params: { id } });
        leaveWorkspace();
      }}
      onClose={onClose}
    >
      {data && (
        <p className="text-ink-2">
          It holds {countsInWords(data.counts)}. All of it is deleted with its history, which can't be undone.
        </p>
      )}
    </RemoveDialog>
  );
}
