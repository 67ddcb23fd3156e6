import { client } from '@quartermaster/contract/api/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toaster.tsx';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const factorQuery = routeQuery(client.factors.get);

/** A second factor affects much else: sessions, members, workspaces that require one. */
const factorsChanged = () => queryClient.invalidateQueries();

/** What follows when a protection of the account is removed. */
export const FactorRemoval = () => (
  <p className="text-ink-2">
    Your other sessions end. Workspaces that require a second factor close to who has none.
  </p>
);

/** Codes of an authenticator app, and recovery codes. */
export function SecondFactorPanel() {
  const { data, error, refetch } = useQuery(factorQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const [isRemoving, setRemoving] = useState(false);
  const begin = useMutation({ mutationFn: () => request(client.factors.begin) });
  const renew = useMutation({
    mutationFn: () => request(client.factors.renewCodes),
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      void factorsChanged();
    },
  });
  const enabledAt = data?.enabledAt ?? null;
  const isOn = enabledAt !== null;
  return (
    <Panel title="Second factor">
      <ProblemBanner title="Failed to load the second factor" error={error} onRetry={() => void refetch()} />
      <ProblemBanner title="Failed to change the second factor" error={begin.error ?? renew.error} />
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div>
          <p className="flex items-center gap-2 font-medium">
            Authenticator app {isOn && <Badge tone="ok">On</Badge>}
          </p>
          <p className="text-xs text-ink-2">
            {isOn
              ? `Since ${formatDateTime(enabledAt)}`
              : 'An app shows a new code every 30 seconds; signing in needs one in addition to your password.'}
          </p>
        </div>
        {isOn ? (
          <Button onClick={() => setRemoving(true)}>Remove</Button>
        ) : (
          <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate()}>
            Set up
          </Button>
        )}
      </div>
      {(isOn || (data?.recoveryCodes ?? 0) > 0) && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-4">
          <div>
            <p className="font-medium">Recovery codes</p>
            <p className="text-xs text-ink-2">{data?.recoveryCodes} left. Each signs you in once.</p>
          </div>
          <Button busy={renew.isPending} onClick={() => renew.mutate()}>
            Replace them
          </Button>
        </div>
      )}
      {begin.data && (
        <AuthenticatorDialog
          begun={begin.data}
          onClose={() => begin.reset()}
          onDone={(recoveryCodes) => {
            begin.reset();
            setCodes(recoveryCodes);
            void factorsChanged();
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {isRemoving && (
        <RemoveDialog
          title="Remove the authenticator app?"
          label="Remove"
          busyLabel="Removing..."
          failure="Failed to remove it"
          onRemove={async () => {
            await request(client.factors.remove);
            toast({ title: 'Authenticator app removed' });
            await factorsChanged();
          }}
          onClose={() => setRemoving(false)}
        >
          <FactorRemoval />
        </RemoveDialog>
      )}
    </Panel>
  );
}
