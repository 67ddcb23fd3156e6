import { client } from '@quartermaster/contract/api/client';
import { type Permission, may } from '@quartermaster/contract/api/permissions';
import type { Route } from '@quartermaster/contract/api/route';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from './queries.ts';
import type { Output } from './request.ts';
import { chosenWorkspace } from './workspace.ts';

/** The workspaces of whoever is signed in. */
export const workspacesQuery = routeQuery(client.workspaces.list);

type Workspaces = Output<typeof client.workspaces.list>;

function shownOf(data: Workspaces | undefined) {
  const chosen = chosenWorkspace();
  return data?.workspaces.find(({ id, isDefault }) => (chosen === null ? isDefault : id === chosen));
}

/** The workspace that is shown; undefined until it is known. */
export function useWorkspace() {
  return shownOf(useQuery(workspacesQuery).data);
}

/** Whether it is known what the person may do, or can't be. */
export const useKnowsRights = (): boolean => !useQuery(workspacesQuery).isPending;

type Workspace = Workspaces['workspaces'][number];

/** Whether records of a kind may be written: to who has a scope those without tags are closed. */
export const isWritable = (workspace: Workspace | undefined, { create }: { create: Route }): boolean =>
  workspace === undefined ||
  (may(workspace, 'write') && !(create.unscoped === true && workspace.scope.length > 0));

export const useMayWrite = (entity: { create: Route }): boolean => isWritable(useWorkspace(), entity);

/** The workspace at this moment, where nothing has to change with it. */
const workspaceNow = () => shownOf(queryClient.getQueryData<Workspaces>(workspacesQuery.queryKey));

/** The tags of which one is on every record that the person sees; none: they see all. */
export const scopeNow = () => workspaceNow()?.scope ?? [];

export function mayNow(permission: Permission): boolean {
  const workspace = workspaceNow();
  return workspace === undefined || may(workspace, permission);
}

/** Whether the person may do this in the workspace. Until that is known it is assumed, and the server refuses. */
export function useMay(permission: Permission): boolean {
  const workspace = useWorkspace();
  return workspace === undefined || may(workspace, permission);
}
