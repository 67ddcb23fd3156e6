import { client } from '@quartermaster/contract/api/client';
import type { Passkey } from '@quartermaster/contract/passkeys/passkeys.schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPasskeys } from '../../api/passkey.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { PanelRow } from '../../records/panel-list.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toaster.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { FactorRemoval } from './second-factor-panel.tsx';

const passkeysQuery = routeQuery(client.passkeys.list);

/** A person's passkeys, to sign in without a password. */
export function PasskeysPanel() {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [named, setNamed] = useState<Passkey | 'new'>();
  const [removed, setRemoved] = useState<Passkey>();
  const [codes, setCodes] = useState<readonly string[]>();
  const passkeys = data?.passkeys ?? [];
  return (
    <Panel
      title="Passkeys"
      after={
        hasPasskeys() && (
          <Button className="-mr-2" onClick={() => setNamed('new')}>
            Add a passkey
          </Button>
        )
      }
    >
      <ProblemBanner title="Failed to load passkeys" error={error} onRetry={() => void refetch()} />
      {passkeys.length === 0 && (
        <p className="p-4 text-ink-2">
          {hasPasskeys()
            ? 'A passkey signs you in with your fingerprint, face or device PIN, without a password. It counts as a second factor: your password alone does not sign you in any more.'
            : 'This browser supports passkeys only over https.'}
        </p>
      )}
      <ul className="panel-rows">
        {passkeys.map((passkey) => (
          <PanelRow
            key={passkey.id}
            name={passkey.name}
            detail={
              <>
                Added {formatDateTime(passkey.createdAt)}
                {passkey.lastUsedAt !== null && ` · last used ${formatDateTime(passkey.lastUsedAt)}`}
              </>
            }
          >
            <span className="flex gap-2">
              <Button aria-label={`Rename ${passkey.name}`} onClick={() => setNamed(passkey)}>
                Rename
              </Button>
              <Button aria-label={`Remove ${passkey.name}`} onClick={() => setRemoved(passkey)}>
                Remove
              </Button>
            </span>
          </PanelRow>
        ))}
      </ul>
      {named && (
        <PasskeyDialog
          passkey={named === 'new' ? null : named}
          onCodes={setCodes}
          onClose={() => setNamed(undefined)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {removed && (
        <RemoveDialog
          title={`Remove the passkey ${removed.name}?`}
          label="Remove"
          busyLabel="Removing..."
          failure="Failed to remove it"
          onRemove={async () => {
            await request(client.passkeys.remove, { params: { id: removed.id } });
            toast({ title: 'Passkey removed' });
            await queryClient.invalidateQueries();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <FactorRemoval />
        </RemoveDialog>
      )}
    </Panel>
  );
}
