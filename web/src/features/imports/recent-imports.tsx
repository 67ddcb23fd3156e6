import { client } from '@quartermaster/contract/api/client';
import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { entityKey, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { entities } from '../../records/entities.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatNumber, formatRelative } from '../../ui/format.ts';
import { toast } from '../../ui/toaster.tsx';
import type { Tone } from '../../ui/tone.ts';

const states: Record<Import['state'], { label: string; tone: Tone }> = {
  reading: { label: 'Reading', tone: 'info' },
  mapping: { label: 'Undecided', tone: 'warn' },
  ready: { label: 'Ready', tone: 'info' },
  applying: { label: 'Importing', tone: 'info' },
  applied: { label: 'Imported', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** One's own imports of the last day. */
export function RecentImports() {
  const queries = useQueryClient();
  const { data, error } = useQuery(routeQuery(client.imports.list));
  const discard = useMutation({
    mutationFn: (id: string) => request(client.imports.remove, { params: { id } }),
    onError: (failure) => toast({ title: messageOf(failure, 'Failed to discard the import'), type: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: entityKey(client.imports.list.path) }),
  });
  if (error) return <p className="p-4 text-sm text-ink-2">{messageOf(error, 'Failed to load imports')}</p>;
  if (data?.imports.length === 0)
    return <p className="p-4 text-sm text-ink-2">What you import stays here for 24 hours.</p>;
  return (
    <ul className="divide-y divide-line">
      {data?.imports.map(({ id, name, area, state, rows, createdAt }) => (
        <li key={id} className="flex items-center gap-2 py-2 pr-2 pl-4">
          <Link to="/import" search={{ id }} className="min-w-0 flex-1 rounded text-sm">
            <span className="block clipped font-medium">{name}</span>
            <span className="block clipped text-xs text-ink-2">
              {entities[area].title} · {formatNumber(rows)} rows · {formatRelative(createdAt)}
            </span>
          </Link>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
          <IconButton
            label={`Discard ${name}`}
            icon={X}
            disabled={discard.isPending || state === 'applying'}
            onClick={() => discard.mutate(id)}
          />
        </li>
      ))}
    </ul>
  );
}
