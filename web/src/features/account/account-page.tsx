import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setLacksFactor, useLacksFactor } from '../../api/lacks-factor.ts';
import { routeQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/rights.ts';
import { TokensPanel } from '../../access/tokens/tokens-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AddressPanel } from './address-panel.tsx';
import { CalendarsPanel } from './calendars-panel.tsx';
import { DigestPanel } from './digest-panel.tsx';
import { EventsPanel } from './events-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProviderPanel } from './provider-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { WorkspacesPanel } from './workspaces-panel.tsx';
import { chooseTheme, otherTheme, useTheme } from '../../ui/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** A person's own account, independent of any workspace. */
export default function AccountPage() {
  const { status } = useSession();
  const workspace = useWorkspace();
  const lacksFactor = useLacksFactor();
  const { data: methods } = useQuery(routeQuery(client.account.methods));
  // A second factor may have just been set up here.
  useEffect(() => () => setLacksFactor(false), []);
  if (status.is !== 'authenticated') return null;
  const { user } = status;
  return (
    <div className="mx-auto grid w-full max-w-3xl content-start gap-3 p-4">
      <PageHeader title="Account" subtitle={user.email} />
      <NamePanel user={user} />
      <AddressPanel user={user} />
      {methods?.password !== false && <PasswordPanel email={user.email} />}
      <SecondFactorPanel />
      <PasskeysPanel />
      <ProviderPanel />
      <SessionsPanel />
      <EventsPanel />
      <WorkspacesPanel />
      {workspace && !lacksFactor && (
        <>
          <DigestPanel />
          <CalendarsPanel />
          <TokensPanel />
        </>
      )}
      <ThemePanel />
    </div>
  );
}

function ThemePanel() {
  const theme = useTheme();
  const other = otherTheme(theme);
  return (
    <Panel title="Theme">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-ink-2">
          This browser shows the <span className="font-medium text-ink">{theme}</span> theme.
        </p>
        <Button onClick={() => chooseTheme(other)}>Switch to {other}</Button>
      </div>
    </Panel>
  );
}
