import { client } from '@quartermaster/contract/api/client';
import { waysOut } from '@quartermaster/contract/rules/secrets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { counted } from '../../records/count-text.ts';
import { entities } from '../../records/entities.ts';
import { LogEntry, LogPanel } from '../../records/log-panel.tsx';
import { usePages } from '../../records/use-pages.ts';
import { membersQuery } from './members-section.tsx';
import { RecordLink } from './record-link.tsx';

/** The secret log, newest first. */
export default function SecretLogSection() {
  const [actorId, setActorId] = useState<string>();
  const { data: people } = useQuery(membersQuery);
  const { data, ...list } = usePages((page) =>
    routeQuery(client.secretViews.list, { query: { page, limit: 50, actorId } }),
  );
  const options = (people?.members ?? []).map(({ userId, name, email }) => ({
    value: userId,
    label: name ?? email,
  }));
  return (
    <LogPanel
      title="Secret log"
      what="the secret log"
      filter={{ label: 'Person', all: 'All people', value: actorId, options, onChange: setActorId }}
      {...list}
      entries={data?.secretViews}
      empty="No secret has been revealed or copied yet."
    >
      {({ id, area, recordId, recordName, fieldName, via, count, reason, ...view }) => (
        <LogEntry key={id} {...view} after={reason !== null && <p className="clipped">{reason}</p>}>
          <p className="clipped font-medium">
            {recordId === null ? (
              counted(entities[area].entity, count)
            ) : (
              <RecordLink area={area} recordId={recordId} name={recordName ?? 'A deleted record'} />
            )}
          </p>
          <p className="clipped text-xs text-ink-2">
            {waysOut[via]}
            {fieldName !== null && `: ${fieldName}`}
          </p>
        </LogEntry>
      )}
    </LogPanel>
  );
}
