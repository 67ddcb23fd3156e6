import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';

export const identitiesQuery = routeQuery(client.oidc.list);

/** Beside what locks others out: whoever is linked can still sign in. */
export function LinkedNote() {
  const count = useQuery(identitiesQuery).data?.identities.length ?? 0;
  if (count === 0) return null;
  return (
    <p className="border-t border-line px-4 py-3 text-xs text-ink-2">
      Ending sessions or changing the password removes no linked sign-in: this account has {count}. Check that
      you know {count === 1 ? 'it' : 'them all'}.
    </p>
  );
}
