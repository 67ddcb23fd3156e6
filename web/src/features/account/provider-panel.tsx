import { client } from '@quartermaster/contract/api/client';
import type { Identity } from '@quartermaster/contract/oidc/oidc.schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { visitProvider } from '../../api/oidc.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { IdentityRow } from '../../form/identity-row.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toaster.tsx';
import { identitiesQuery } from './linked-note.tsx';

/** Links the account to the identity provider, where the installation has one, and shows who is linked. */
export function ProviderPanel() {
  const { data: methods } = useQuery(routeQuery(client.account.methods));
  const { data, error, refetch } = useQuery(identitiesQuery);
  const [removed, setRemoved] = useState<Identity>();
  const link = useMutation({ mutationFn: () => visitProvider({ isLink: true, invitation: null }) });
  const identities = data?.identities ?? [];
  const provider = methods?.oidc;
  if (!provider && identities.length === 0) return null;
  return (
    <Panel title={provider ? `Sign in with ${provider.name}` : 'Linked sign-ins'}>
      <ProblemBanner
        title="Failed to load the linked sign-ins"
        error={error}
        onRetry={() => void refetch()}
      />
      <ProblemBanner title="Failed to begin" error={link.error} />
      {provider && (
        <div className="flex flex-wrap items-center justify-between gap-3 p-4">
          <p className="text-ink-2">Sign in there once, and it signs you in to this account from then on.</p>
          <Button busy={link.isPending} onClick={() => link.mutate()}>
            Link this account
          </Button>
        </div>
      )}
      {identities.length > 0 && (
        <ul className="panel-rows border-t border-line first:border-t-0" aria-label="Linked sign-ins">
          {identities.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} onRemove={() => setRemoved(identity)} />
          ))}
        </ul>
      )}
      {removed && (
        <RemoveDialog
          title={`Remove the sign-in linked ${formatDateTime(removed.createdAt)}?`}
          label="Remove"
          busyLabel="Removing..."
          failure="Failed to remove it"
          onRemove={async () => {
            await request(client.oidc.unlink, { params: { id: removed.id } });
            toast({ title: 'Sign-in removed' });
            await queryClient.invalidateQueries();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p className="text-ink-2">It signs in to this account no more, and your other sessions end.</p>
        </RemoveDialog>
      )}
    </Panel>
  );
}
