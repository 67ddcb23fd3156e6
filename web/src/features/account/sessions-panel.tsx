import type { Session } from '@quartermaster/contract/account/account.schema';
import { client } from '@quartermaster/contract/api/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toaster.tsx';
import { useTime } from '../../ui/use-time.ts';
import { clientName } from '../../records/client-name.ts';
import { LinkedNote } from './linked-note.tsx';

const sessionsQuery = routeQuery(client.account.sessions);

/** The person's sessions, to end those that they do not recognise or no longer use. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const ended = (title: string) => ({
    onSuccess: () => toast({ title }),
    // After a failure too: the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const one = useMutation({
    mutationFn: (id: string) => request(client.account.endSession, { params: { id } }),
    ...ended('Session ended'),
  });
  const others = useMutation({
    mutationFn: () => request(client.account.endOtherSessions),
    ...ended('All other sessions ended'),
  });
  const sessions = data?.sessions ?? [];
  return (
    <Panel
      title="Sessions"
      after={
        sessions.length > 1 && (
          <Button className="-mr-2" busy={others.isPending} onClick={() => others.mutate()}>
            End all other sessions
          </Button>
        )
      }
    >
      <ProblemBanner title="Failed to load sessions" error={error} onRetry={() => void refetch()} />
      <ProblemBanner title="Failed to end the session" error={one.error ?? others.error} />
      <ul className="panel-rows" aria-busy={!data && !error}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={one.isPending && one.variables === session.id}
            onEnd={() => one.mutate(session.id)}
          />
        ))}
        {!data && !error && (
          <li className="grid h-14 content-center px-4">
            <Skeleton className="h-4 w-56" />
          </li>
        )}
      </ul>
      <LinkedNote />
    </Panel>
  );
}

interface SessionRowProps {
  session: Session;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { client: userAgent, address, createdAt, lastSeenAt, isCurrent } = session;
  const name = clientName(userAgent);
  const seen = useTime((now) => formatRelative(lastSeenAt, now));
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="clipped" title={userAgent ?? undefined}>
            {name}
          </span>
          {isCurrent && <Badge tone="ok">This session</Badge>}
        </p>
        <p className="text-xs text-ink-2">
          {address !== null && <span className="font-mono">{address}</span>}
          {address !== null && ' · '}
          signed in {formatDateTime(createdAt)}
          {!isCurrent && ` · last seen: ${seen}`}
        </p>
      </div>
      {!isCurrent && (
        <Button busy={isEnding} aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
