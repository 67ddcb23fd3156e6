import { client } from '@quartermaster/contract/api/client';
import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/rights.ts';
import { useSession } from '../../api/session.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EndTokenDialog } from './end-token-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenRow } from './token-row.tsx';

const tokensQuery = routeQuery(client.tokens.list);

/** The API tokens of the current workspace: a person's own or, for managers, everyone's. */
export function TokensPanel({ everyones = false }: { everyones?: boolean }) {
  const { data, error, refetch } = useQuery(tokensQuery);
  const { status } = useSession();
  const workspace = useWorkspace();
  const [asked, setAsked] = useState<ApiToken | 'new'>();
  const close = () => setAsked(undefined);
  const own = status.is === 'authenticated' ? status.user.id : undefined;
  const tokens = data?.tokens.filter(({ createdBy }) => everyones || createdBy.userId === own);
  return (
    <Panel
      title={`API tokens${tokens ? ` (${tokens.length})` : ''}`}
      after={
        <Button className="-mr-2" icon={Plus} onClick={() => setAsked('new')}>
          New token
        </Button>
      }
    >
      <ProblemBanner title="Failed to load API tokens" error={error} onRetry={() => void refetch()} />
      {tokens?.length === 0 && (
        <p className="p-4 text-ink-2">
          A token lets a script use the API in {workspace?.name ?? 'this workspace'}, with no more rights than
          you give it and never more than you have.
        </p>
      )}
      <ul className="panel-rows" aria-busy={!data && !error}>
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} showMaker={everyones} onEnd={() => setAsked(token)} />
        ))}
        {!data && !error && (
          <li className="grid h-14 content-center px-4">
            <Skeleton className="h-4 w-56" />
          </li>
        )}
      </ul>
      {asked === 'new' && <NewTokenDialog onClose={close} />}
      {asked && asked !== 'new' && <EndTokenDialog token={asked} onClose={close} />}
    </Panel>
  );
}
