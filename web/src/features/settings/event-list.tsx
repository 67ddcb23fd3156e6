import { client } from '@quartermaster/contract/api/client';
import { type AuditAction, auditActions } from '@quartermaster/contract/audit/audit.actions';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { clientName } from '../../records/client-name.ts';
import { LogEntry, LogPanel } from '../../records/log-panel.tsx';
import { usePages } from '../../records/use-pages.ts';

const options = Object.entries(auditActions).map(([value, label]) => ({ value, label }));

/** The audit of the workspace. */
export const AuditSection = () => <EventList route={client.audit.list} />;

/** An audit, newest first. */
export function EventList({ title = 'Audit', route }: { title?: string; route: typeof client.audit.list }) {
  const [action, setAction] = useState<AuditAction>();
  const { data, ...list } = usePages((page) => routeQuery(route, { query: { page, limit: 50, action } }));
  return (
    <LogPanel
      title={title}
      what="the audit"
      filter={{
        label: 'Action',
        all: 'All actions',
        value: action,
        options,
        onChange: (value) => setAction(value as AuditAction | undefined),
      }}
      {...list}
      entries={data?.events}
      empty="Nothing yet."
    >
      {({ id, address, client: program, subject, ...event }) => (
        <LogEntry
          key={id}
          {...event}
          after={
            address !== null && (
              <p className="clipped" title={program ?? undefined}>
                {address} · {clientName(program)}
              </p>
            )
          }
        >
          <p className="font-medium">{auditActions[event.action]}</p>
          {subject !== null && <p className="clipped text-xs text-ink-2">{subject}</p>}
        </LogEntry>
      )}
    </LogPanel>
  );
}
