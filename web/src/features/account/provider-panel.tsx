import { client } from '@quartermaster/contract/api/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { visitProvider } from '../../api/oidc.ts';
import { routeQuery } from '../../api/queries.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Links the account to the identity provider, where the installation has one. */
export function ProviderPanel() {
  const { data } = useQuery(routeQuery(client.account.methods));
  const link = useMutation({ mutationFn: () => visitProvider({ isLink: true, invitation: null }) });
  if (!data?.oidc) return null;
  return (
    <Panel title={`Sign in with ${data.oidc.name}`}>
      <ProblemBanner title="Failed to begin" error={link.error} />
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-ink-2">Sign in there once, and it signs you in to this account from then on.</p>
        <Button busy={link.isPending} onClick={() => link.mutate()}>
          Link this account
        </Button>
      </div>
    </Panel>
  );
}
