import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { routeQuery } from '../../api/queries.ts';
import { parseSearch } from '../../api/search-params.ts';
import { areaOfEntity } from '../../records/entities.ts';
import type { Entity } from '../../records/entity.ts';
import { linkTab } from '../../ui/link-tab.ts';
import { viewQuery } from './view-query.ts';

/** The saved views of a list under its title, if there are any. */
export function ViewTabs({ entity }: { entity: Pick<Entity, 'path'> }) {
  const area = areaOfEntity(entity);
  const now = useLocation({ select: ({ search }) => viewQuery(search as object) });
  const { data } = useQuery(routeQuery(client.views.list));
  const views = data?.views.filter((view) => view.area === area) ?? [];
  if (views.length === 0) return null;
  const tabs = [
    { id: 'all', name: 'All', search: {} },
    ...views.map(({ id, name, query }) => ({ id, name, search: parseSearch(query) })),
  ];
  return (
    <nav aria-label="Saved views" className="no-print -mx-4 shrink-0 overflow-x-auto px-4">
      <ul className="flex gap-1">
        {tabs.map(({ id, name, search }) => (
          <li key={id}>
            <Link
              to={`/${area}`}
              search={search}
              activeOptions={{ exact: true }}
              aria-current={viewQuery(search) === now ? 'page' : undefined}
              className={linkTab}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
