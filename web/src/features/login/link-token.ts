/** The token is in the fragment, which is never sent; it leaves the address bar at once. */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}
