import type { client } from '@quartermaster/contract/api/client';
import { type AuditAction, auditActions } from '@quartermaster/contract/audit/audit.actions';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { routeQuery } from '../../api/queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Pages } from './pages.tsx';

type Actions = [AuditAction, string][];

/** Who did what about access, newest first. */
export function EventList({ route }: { route: typeof client.audit.list }) {
  const [page, setPage] = useState(1);
  const [action, setAction] = useState<AuditAction>();
  const { data, error } = useQuery({
    ...routeQuery(route, { query: { page, limit: 50, action } }),
    placeholderData: keepPreviousData,
  });
  const { totalPages = 1, total = 0 } = data?.pagination ?? {};
  return (
    <Panel
      title={`Audit${data ? ` (${total})` : ''}`}
      after={
        <Select
          aria-label="Action"
          className="max-w-56"
          value={action ?? ''}
          onChange={({ target }) => {
            setAction(target.value === '' ? undefined : (target.value as AuditAction));
            setPage(1);
          }}
        >
          <option value="">All actions</option>
          {(Object.entries(auditActions) as Actions).map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      }
    >
      {error && (
        <Banner tone="bad" title="Failed to load the audit">
          {messageOf(error, 'Failed to load the audit')}
        </Banner>
      )}
      {data?.events.length === 0 && <p className="p-4 text-ink-2">Nothing yet.</p>}
      <ol className="divide-y divide-line">
        {data?.events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
      <Pages page={page} of={totalPages} onPage={setPage} />
    </Panel>
  );
}

const Event = ({
  event: { at, actor, token, address, client: program, action, subject },
}: {
  event: AuditEvent;
}) => (
  <li className="grid gap-x-4 px-4 py-2 md:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]">
    <time dateTime={at} className="text-xs text-ink-2 md:pt-0.5">
      {formatDateTime(at)}
    </time>
    <div className="min-w-0">
      <p className="font-medium">{auditActions[action]}</p>
      {subject !== null && <p className="clipped text-xs text-ink-2">{subject}</p>}
    </div>
    <div className="min-w-0 text-xs text-ink-2">
      <p className="clipped">
        {actor ? (actor.name ?? actor.email) : 'Quartermaster'}
        {token && ` by the token ${token.name}`}
      </p>
      {address !== null && (
        <p className="clipped" title={program ?? undefined}>
          {address} {program}
        </p>
      )}
    </div>
  </li>
);
