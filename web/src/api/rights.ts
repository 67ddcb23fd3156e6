import { client } from '@quartermaster/contract/api/client';
import { type Permission, type Rights, may } from '@quartermaster/contract/api/permissions';
import type { Route } from '@quartermaster/contract/api/route';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from './queries.ts';
import type { Output } from './request.ts';
import { useSession } from './session.ts';
import { chosenWorkspace } from './workspace.ts';

/** The signed-in person's workspaces. */
export const workspacesQuery = routeQuery(client.workspaces.list);

type Workspaces = Output<typeof client.workspaces.list>;

function shownOf(data: Workspaces | undefined) {
  const chosen = chosenWorkspace();
  return data?.workspaces.find(({ id, isDefault }) => (chosen === null ? isDefault : id === chosen));
}

/** The current workspace; undefined until it is known. */
export function useWorkspace() {
  return shownOf(useQuery(workspacesQuery).data);
}

/** Who looks at the settings; without rights until these are known, or without a workspace. */
export interface Viewer {
  rights: Rights | undefined;
  isAdministrator: boolean;
}

export function useViewer(): Viewer {
  const { status } = useSession();
  const rights = useWorkspace();
  return { rights, isAdministrator: status.is === 'authenticated' && status.user.role === 'ADMIN' };
}

/** What a page is for: a permission in the workspace, the administrators of the installation, whoever has something to set. */
export type Needs = Permission | 'administrator' | 'settings';

/** Whether a page is for somebody. That they may write is assumed until it is known: the server would refuse. */
export function isOpenTo(needs: Needs | undefined, { rights, isAdministrator }: Viewer): boolean {
  if (needs === undefined) return true;
  if (needs === 'administrator') return isAdministrator;
  if (needs === 'settings') return isAdministrator || (rights !== undefined && may(rights, 'manage'));
  return rights === undefined ? needs === 'write' : may(rights, needs);
}

export const useHasSettings = (): boolean => isOpenTo('settings', useViewer());

/** Whether the person's rights are known, or can't be. */
export const useKnowsRights = (): boolean => !useQuery(workspacesQuery).isPending;

type Workspace = Workspaces['workspaces'][number];

/** Whether the person may write records of a kind: with a scope, not those without tags. */
export const isWritable = (workspace: Workspace | undefined, { create }: { create: Route }): boolean =>
  workspace === undefined ||
  (may(workspace, 'write') && !(create.unscoped === true && workspace.scope.length > 0));

export const useMayWrite = (entity: { create: Route }): boolean => isWritable(useWorkspace(), entity);

/** The current workspace, read once without subscribing. */
const workspaceNow = () => shownOf(queryClient.getQueryData<Workspaces>(workspacesQuery.queryKey));

/** The tags of the person's scope; empty: they see everything. */
export const scopeNow = () => workspaceNow()?.scope ?? [];

/** The currency of prices without one; null: the workspace has none. */
export const currencyNow = () => workspaceNow()?.currency ?? null;

export function mayNow(permission: Permission): boolean {
  const workspace = workspaceNow();
  return workspace === undefined || may(workspace, permission);
}

export const mayWriteNow = (entity: { create: Route }): boolean => isWritable(workspaceNow(), entity);

/** Whether the person has a permission in the workspace. Assumed until known: the server would refuse. */
export function useMay(permission: Permission): boolean {
  const workspace = useWorkspace();
  return workspace === undefined || may(workspace, permission);
}
