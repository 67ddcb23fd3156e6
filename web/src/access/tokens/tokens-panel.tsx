import { client } from '@quartermaster/contract/api/client';
import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useWorkspace } from '../../api/rights.ts';
import { useSession } from '../../api/session.ts';
import { PanelList } from '../../records/panel-list.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toaster.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenRow } from './token-row.tsx';

const tokensQuery = routeQuery(client.tokens.list);

/** The API tokens of the current workspace: a person's own or, for managers, everyone's. */
export function TokensPanel({ everyones = false }: { everyones?: boolean }) {
  const { data, error, refetch } = useQuery(tokensQuery);
  const { status } = useSession();
  const workspace = useWorkspace();
  const [dialog, setDialog] = useState<ApiToken | 'new'>();
  const close = () => setDialog(undefined);
  const own = status.is === 'authenticated' ? status.user.id : undefined;
  const tokens = data?.tokens.filter(({ createdBy }) => everyones || createdBy.userId === own);
  return (
    <>
      <PanelList
        title={`API tokens${tokens ? ` (${tokens.length})` : ''}`}
        what="API tokens"
        rows={tokens}
        error={error}
        onRetry={() => void refetch()}
        after={
          <Button className="-mr-2" icon={Plus} onClick={() => setDialog('new')}>
            New token
          </Button>
        }
        empty={`A token lets a script use the API in ${workspace?.name ?? 'this workspace'}, with no more rights than you give it and never more than you have.`}
      >
        {(token) => (
          <TokenRow key={token.id} token={token} showMaker={everyones} onEnd={() => setDialog(token)} />
        )}
      </PanelList>
      {dialog === 'new' && <NewTokenDialog onClose={close} />}
      {dialog && dialog !== 'new' && <EndTokenDialog token={dialog} onClose={close} />}
    </>
  );
}

/** Everyone's tokens, with their makers. */
export const EveryonesTokens = () => <TokensPanel everyones />;

const EndTokenDialog = ({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) => (
  <RemoveDialog
    title={`End the token ${name}?`}
    label="End"
    busyLabel="Ending..."
    failure="Failed to end the token"
    onRemove={async () => {
      await request(client.tokens.remove, { params: { id } });
      toast({ title: `The token ${name} has ended` });
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
    }}
    onClose={onClose}
  >
    <p className="text-ink-2">Scripts that use it are refused at once. It can't be brought back.</p>
  </RemoveDialog>
);
