import { client } from '@quartermaster/contract/api/client';
import { request } from './request.ts';

/** What a tab stores while its person is at the identity provider. */
interface Visit {
  id: string;
  /** Whether the person was signed in and is linking their account. */
  isLink: boolean;
  invitation: string | null;
}

const key = 'oidcVisit';

/** Navigates to the identity provider, which returns to /login/oidc. */
export async function visitProvider(visit: Omit<Visit, 'id'>): Promise<void> {
  const { id, url } = await request(client.oidc.begin);
  sessionStorage.setItem(key, JSON.stringify({ ...visit, id }));
  location.assign(url);
}

/** Takes the visit from which this tab returns; null if it began none. */
export function takeVisit(): Visit | null {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return stored === null ? null : (JSON.parse(stored) as Visit);
}
