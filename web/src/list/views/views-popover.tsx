import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { parseSearch } from '../../api/search-params.ts';
import { areaOfEntity } from '../../records/entities.ts';
import type { Entity } from '../../records/entity.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toaster.tsx';
import { viewQuery } from './view-query.ts';

interface NamedView {
  name: string;
  /** The query string of the list's address. */
  query: string;
}

/** The predefined views. */
const given: Partial<Record<Area, readonly NamedView[]>> = {
  domains: [
    { name: 'Expiring in 30 days', query: 'expiringInDays=30' },
    { name: 'Expired', query: 'expiry=expired' },
    { name: 'No server', query: 'serverId=none' },
  ],
  'registrator-accounts': [{ name: 'No registrator login', query: 'auth=missing' }],
  cdn: [{ name: 'Auth missing', query: 'auth=missing' }],
};

interface ViewsPopoverProps {
  entity: Pick<Entity, 'path'>;
  report: (title: string, error?: unknown) => void;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Opens, renames and deletes a list's views, and saves the current list under a name. */
export default function ViewsPopover({ entity, report, anchor, onClose }: ViewsPopoverProps) {
  const area = areaOfEntity(entity);
  const now = useLocation({ select: ({ search }) => viewQuery(search as object) });
  const queries = useQueryClient();
  const views =
    useQuery(routeQuery(client.views.list)).data?.views.filter((view) => view.area === area) ?? [];
  const [name, setName] = useState('');
  const [renamed, setRenamed] = useState<{ id: string }>();
  const input = useRef<HTMLInputElement>(null);
  const after = (title: string, failure: string) => ({
    onSuccess: () => {
      report(failure);
      toast({ title });
      setName('');
      setRenamed(undefined);
      return queries.invalidateQueries({ queryKey: routeQuery(client.views.list).queryKey });
    },
    onError: (error: unknown) => report(failure, error),
  });
  const same = views.find((view) => view.name.toLowerCase() === name.trim().toLowerCase());
  const save = useMutation({
    mutationFn: async () => {
      const body = { area, name: name.trim(), query: now };
      if (renamed) await request(client.views.update, { params: renamed, body: { name: body.name } });
      else if (same) await request(client.views.update, { params: { id: same.id }, body });
      else await request(client.views.create, { body });
    },
    ...after('View saved', 'Failed to save the view'),
  });
  const remove = useMutation({
    mutationFn: (id: string) => request(client.views.remove, { params: { id } }),
    ...after('View deleted', 'Failed to delete the view'),
  });
  const link = ({ name: shown, query }: NamedView) => (
    <Link
      to={`/${area}`}
      search={parseSearch(query)}
      activeOptions={{ exact: true }}
      aria-current={viewQuery(parseSearch(query)) === now ? 'page' : undefined}
      onClick={onClose}
      className="flex min-h-8 min-w-0 flex-1 items-center rounded px-2 text-sm hover:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-accent-text max-md:min-h-10"
    >
      <span className="clipped">{shown}</span>
    </Link>
  );
  return (
    <AnchoredPopover
      label="Saved views"
      anchor={anchor}
      onClose={onClose}
      className="max-h-(--available-height) overflow-y-auto p-1"
    >
      <ul aria-label="Views">
        {given[area]?.map((view) => (
          <li key={view.name} className="flex">
            {link(view)}
          </li>
        ))}
        {views.map((view) => (
          <li key={view.id} className="flex items-center">
            {link(view)}
            {/* The icon of the list's rows, which is loaded already. */}
            <button
              type="button"
              aria-label={`Rename view ${view.name}`}
              data-tip={`Rename view ${view.name}`}
              className="size-7 shrink-0 rounded-md icon-pencil hover:bg-sunken"
              onClick={() => {
                setRenamed({ id: view.id });
                setName(view.name);
                input.current?.focus();
              }}
            />
            <IconButton
              label={`Delete view ${view.name}`}
              icon={Trash2}
              onClick={() => remove.mutate(view.id)}
            />
          </li>
        ))}
      </ul>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.mutate();
        }}
        className="mt-1 flex gap-1.5 border-t border-line p-1.5 first:mt-0 first:border-0"
      >
        <Input
          ref={input}
          aria-label="Name of this view"
          placeholder="Save this view as…"
          autoComplete="off"
          maxLength={limits.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" busy={save.isPending}>
          {renamed ? 'Rename' : same ? 'Replace' : 'Save'}
        </Button>
      </form>
    </AnchoredPopover>
  );
}
