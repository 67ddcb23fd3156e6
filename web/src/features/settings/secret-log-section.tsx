import { client } from '@quartermaster/contract/api/client';
import { waysOut } from '@quartermaster/contract/rules/secrets';
import type { SecretView } from '@quartermaster/contract/secret-views/secret-views.schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { routeQuery } from '../../api/queries.ts';
import { entities } from '../../records/entities.ts';
import { Banner } from '../../ui/banner.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { membersQuery } from './members-section.tsx';
import { Pages } from './pages.tsx';
import { RecordLink } from './record-link.tsx';

/** Who got which secret, newest first. */
export default function SecretLogSection() {
  const [page, setPage] = useState(1);
  const [actorId, setActorId] = useState<string>();
  const { data: people } = useQuery(membersQuery);
  const { data, error } = useQuery({
    ...routeQuery(client.secretViews.list, { query: { page, limit: 50, actorId } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={`Secret log${data ? ` (${formatNumber(data.pagination.total)})` : ''}`}
      after={
        <Select
          aria-label="Person"
          className="max-w-56"
          value={actorId ?? ''}
          onChange={({ target }) => {
            setActorId(target.value === '' ? undefined : target.value);
            setPage(1);
          }}
        >
          <option value="">All people</option>
          {people?.members.map(({ userId, name, email }) => (
            <option key={userId} value={userId}>
              {name ?? email}
            </option>
          ))}
        </Select>
      }
    >
      {error && (
        <Banner tone="bad" title="Failed to load the secret log">
          {messageOf(error, 'Failed to load the secret log')}
        </Banner>
      )}
      {data?.secretViews.length === 0 && (
        <p className="p-4 text-ink-2">No secret was revealed or copied yet.</p>
      )}
      <ol className="divide-y divide-line">
        {data?.secretViews.map((view) => (
          <View key={view.id} view={view} />
        ))}
      </ol>
      <Pages page={page} of={data?.pagination.totalPages} onPage={setPage} />
    </Panel>
  );
}

const View = ({
  view: { at, actor, token, area, recordId, recordName, field, via, count, reason },
}: {
  view: SecretView;
}) => (
  <li className="grid gap-x-4 px-4 py-2 md:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]">
    <time dateTime={at} className="text-xs text-ink-2 md:pt-0.5">
      {formatDateTime(at)}
    </time>
    <div className="min-w-0">
      <p className="clipped font-medium">
        {recordId === null ? (
          `${formatNumber(count)} ${count === 1 ? entities[area].entity.one : entities[area].entity.many}`
        ) : (
          <RecordLink area={area} recordId={recordId} name={recordName ?? 'A deleted record'} />
        )}
      </p>
      <p className="clipped text-xs text-ink-2">
        {waysOut[via]}
        {field !== null && `: ${field}`}
      </p>
    </div>
    <div className="min-w-0 text-xs text-ink-2">
      <p className="clipped">
        {actor ? (actor.name ?? actor.email) : 'Quartermaster'}
        {token && ` by the token ${token.name}`}
      </p>
      {reason !== null && <p className="clipped">{reason}</p>}
    </div>
  </li>
);
