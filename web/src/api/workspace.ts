/** Where a tab keeps the workspace that it works in. */
const key = 'workspace';
const leftKey = 'workspaceLeftAt';
const pauseMs = 10_000;

/** The id of the workspace of this tab; null: the person's default one. */
export const chosenWorkspace = (): string | null => sessionStorage.getItem(key);

/** Stays in the workspace that a tab began in, even if the person's default becomes another one. */
export function stayInWorkspace(id: string | null): void {
  if (id !== null && chosenWorkspace() === null) sessionStorage.setItem(key, id);
}

export const forgetWorkspace = (): void => sessionStorage.removeItem(key);

/** Loads the application anew in another workspace, so that nothing of this one is left in memory. */
export function enterWorkspace(id: string): void {
  sessionStorage.setItem(key, id);
  location.assign('/');
}

/** Takes the workspace from an address such as `/domains?workspace=<id>`, and the parameter out of it. */
export function takeWorkspaceFromAddress(): void {
  const url = new URL(location.href);
  const id = url.searchParams.get('workspace');
  if (id === null) return;
  if (id !== '') sessionStorage.setItem(key, id);
  url.searchParams.delete('workspace');
  history.replaceState(history.state, '', url);
}

/** The person is no member of this tab's workspace, or no longer: their default one takes its place. */
export function leaveWorkspace(): void {
  // Once in a while: until all servers have noticed, the default may be the workspace that was lost.
  const isFree = Date.now() - Number(sessionStorage.getItem(leftKey)) >= pauseMs;
  if (chosenWorkspace() === null || !isFree) return;
  sessionStorage.setItem(leftKey, String(Date.now()));
  forgetWorkspace();
  location.assign('/');
}
