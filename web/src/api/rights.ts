import { client } from '@quartermaster/contract/api/client';
import { type Permission, may } from '@quartermaster/contract/api/permissions';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from './queries.ts';
import { chosenWorkspace } from './workspace.ts';

/** The workspaces of whoever is signed in. */
export const workspacesQuery = routeQuery(client.workspaces.list);

/** The workspace that is shown; undefined until it is known. */
export function useWorkspace() {
  const { data } = useQuery(workspacesQuery);
  const chosen = chosenWorkspace();
  return data?.workspaces.find(({ id, isDefault }) => (chosen === null ? isDefault : id === chosen));
}

/** Whether the person may do this in the workspace. Until that is known it is assumed, and the server refuses. */
export function useMay(permission: Permission): boolean {
  const workspace = useWorkspace();
  return workspace === undefined || may(workspace, permission);
}
