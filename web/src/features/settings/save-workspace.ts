import { client } from '@quartermaster/contract/api/client';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { workspacesQuery } from '../../api/rights.ts';
import { toast } from '../../ui/toaster.tsx';

type Settings = Pick<
  Workspace,
  'name' | 'requireSecondFactor' | 'historyDays' | 'deletedSecretDays' | 'currency'
>;

/** Saves some settings of a workspace and says so. */
export async function saveWorkspace(id: string, body: Partial<Settings>): Promise<void> {
  await request(client.workspaces.update, { params: { id }, body });
  await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  toast({ title: 'Workspace saved' });
}
