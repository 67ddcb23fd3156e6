import type { Session } from '@quartermaster/contract/account/account.schema';
import { client } from '@quartermaster/contract/api/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { PanelList, PanelRow } from '../../records/panel-list.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { counted } from '../../records/count-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
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
  const calendars = useMutation({
    mutationFn: () => request(client.account.endOtherSessions, { query: { calendars: true } }),
    onSuccess: () => {
      toast({ title: 'All calendar addresses ended' });
      others.reset();
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  const left = others.data?.calendars ?? 0;
  return (
    <PanelList
      title="Sessions"
      what="sessions"
      rows={data?.sessions}
      error={error}
      onRetry={() => void refetch()}
      after={
        (data?.sessions ?? []).length > 1 && (
          <Button className="-mr-2" busy={others.isPending} onClick={() => others.mutate()}>
            End all other sessions
          </Button>
        )
      }
      above={
        <>
          <ProblemBanner
            title="Failed to end the session"
            error={one.error ?? others.error ?? calendars.error}
          />
          {left > 0 && (
            <Banner
              tone="warn"
              title={`${counted({ one: 'calendar address', many: 'calendar addresses' }, left)} of yours still ${left === 1 ? 'works' : 'work'}`}
            >
              <Button busy={calendars.isPending} onClick={() => calendars.mutate()}>
                End them, too
              </Button>
            </Banner>
          )}
        </>
      }
      below={<LinkedNote />}
    >
      {(session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={one.isPending && one.variables === session.id}
          onEnd={() => one.mutate(session.id)}
        />
      )}
    </PanelList>
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
    <PanelRow
      name={name}
      title={userAgent ?? undefined}
      mark={isCurrent && <Badge tone="ok">This session</Badge>}
      detail={
        <>
          {address !== null && <span className="font-mono">{address}</span>}
          {address !== null && ' · '}
          signed in {formatDateTime(createdAt)}
          {!isCurrent && ` · last seen: ${seen}`}
        </>
      }
    >
      {!isCurrent && (
        <Button busy={isEnding} aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </PanelRow>
  );
}
