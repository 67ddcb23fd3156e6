import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { EventsPanel } from './events-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProviderPanel } from './provider-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** The ways to sign in, the sessions, and what happened to the account. */
export function SecuritySection() {
  const { status } = useSession();
  const { data: methods } = useQuery(routeQuery(client.account.methods));
  if (status.is !== 'authenticated') return null;
  return (
    <>
      {methods?.password !== false && <PasswordPanel email={status.user.email} />}
      <SecondFactorPanel />
      <PasskeysPanel />
      <ProviderPanel />
      <SessionsPanel />
      <EventsPanel />
    </>
  );
}
