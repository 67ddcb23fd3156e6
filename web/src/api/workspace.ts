/** The storage key of a tab's workspace. */
const key = 'workspace';
const leftKey = 'workspaceLeftAt';
const pauseMs = 10_000;

/** The id of this tab's workspace; null: the default one. */
export const chosenWorkspace = (): string | null => sessionStorage.getItem(key);

/** Pins the workspace in which a tab began, in case the default changes. */
export function stayInWorkspace(id: string | null): void {
  if (id !== null && chosenWorkspace() === null) sessionStorage.setItem(key, id);
}

export const forgetWorkspace = (): void => sessionStorage.removeItem(key);

/** Reloads the application in another workspace, so that nothing of this one stays in memory. */
export function enterWorkspace(id: string): void {
  sessionStorage.setItem(key, id);
  location.assign('/');
}

/** The address of a page for a new tab, which would begin in the default workspace. */
export const inWorkspace = (path: string): string => {
  const id = chosenWorkspace();
  return id === null ? path : `${path}?workspace=${id}`;
};

/** Takes the workspace from an address such as `/domains?workspace=<id>`, and removes the parameter. */
export function takeWorkspaceFromAddress(): void {
  const url = new URL(location.href);
  const id = url.searchParams.get('workspace');
  if (id === null) return;
  if (id !== '') sessionStorage.setItem(key, id);
  url.searchParams.delete('workspace');
  history.replaceState(history.state, '', url);
}

/** Switches to the default workspace when the person is not, or no longer, a member of this one. */
export function leaveWorkspace(): void {
  // Not too often: until all servers have noticed, the default may be the workspace that was lost.
  const isFree = Date.now() - Number(sessionStorage.getItem(leftKey)) >= pauseMs;
  if (chosenWorkspace() === null || !isFree) return;
  sessionStorage.setItem(leftKey, String(Date.now()));
  forgetWorkspace();
  location.assign('/');
}
