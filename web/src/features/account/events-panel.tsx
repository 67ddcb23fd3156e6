import { client } from '@quartermaster/contract/api/client';
import { auditActions } from '@quartermaster/contract/audit/audit.actions';
import { limits } from '@quartermaster/contract/rules/limits';
import { routeQuery } from '../../api/queries.ts';
import { LogPanel } from '../../records/log-panel.tsx';
import { usePages } from '../../records/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { clientName } from '../../records/client-name.ts';

/** What happened to the account lately, so that its person notices what somebody else did. */
export function EventsPanel() {
  const { data, ...list } = usePages((page) => routeQuery(client.audit.own, { query: { page, limit: 10 } }));
  return (
    <LogPanel
      title="Events"
      what="the events"
      {...list}
      entries={data?.events}
      empty={`Nothing happened in the last ${limits.eventDays} days.`}
    >
      {({ id, at, action, address, client: program }) => (
        <li key={id} className="px-4 py-2">
          <p className="flex items-center gap-2 font-medium">
            {auditActions[action]}
            {action === 'session.reused' && <Badge tone="bad">Somebody may have copied it</Badge>}
          </p>
          <p className="clipped text-xs text-ink-2" title={program ?? undefined}>
            <time dateTime={at}>{formatDateTime(at)}</time>
            {address !== null && (
              <>
                {' · '}
                <span className="font-mono">{address}</span>
                {` · ${clientName(program)}`}
              </>
            )}
          </p>
        </li>
      )}
    </LogPanel>
  );
}
