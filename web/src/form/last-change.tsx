import type { Area } from '@quartermaster/contract/api/areas';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../api/queries.ts';
import { entities } from '../records/entities.ts';
import { madeBy } from '../records/history/made-by.ts';
import { formatDateTime, formatRelative } from '../ui/format.ts';

const verbs = { create: 'Created', update: 'Changed', delete: 'Deleted' } as const;

/** 'Changed 3 h ago by Ann', at the end of a record's form. */
export function LastChange({ area, id }: { area: Area; id: string }) {
  const { data } = useQuery(routeQuery(entities[area].entity.history, { params: { id }, query: {} }));
  const [last] = data?.changes ?? [];
  if (!last) return null;
  return (
    <p className="text-xs text-ink-2">
      {verbs[last.action]}{' '}
      <time dateTime={last.at} data-tip={formatDateTime(last.at)}>
        {formatRelative(last.at)}
      </time>{' '}
      by {madeBy(last)}
    </p>
  );
}
