/** The token stands in the fragment, which is sent to nobody, and leaves the address bar at once. */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}
