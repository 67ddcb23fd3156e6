import { Link } from '@tanstack/react-router';
import { AtSign, ChevronRight, Cloud, Globe, Network, Server, Warehouse } from 'lucide-react';
import { Panel } from '../../ui/panel.tsx';

const actions = [
  { to: '/emails', label: 'Add Email Account', icon: AtSign },
  { to: '/domains', label: 'Register Domain', icon: Globe },
  { to: '/servers', label: 'Add Server', icon: Server },
  { to: '/proxies', label: 'Configure Proxy', icon: Network },
  { to: '/cdn', label: 'Setup CDN', icon: Cloud },
  { to: '/hostings', label: 'Add Hosting', icon: Warehouse },
];

/** Links that open a page with its form for a new record. */
export function QuickActions() {
  return (
    <Panel title="Quick Actions">
      <ul className="grid p-2 sm:grid-cols-2 xl:grid-cols-3">
        {actions.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              search={{ form: 'new' }}
              className="flex h-11 items-center gap-3 rounded-md px-2 text-sm font-medium hover:bg-sunken"
            >
              <span className="grid size-8 place-items-center rounded-md bg-accent-soft text-accent-text">
                <Icon aria-hidden className="size-4" strokeWidth={1.75} />
              </span>
              {label}
              <ChevronRight aria-hidden className="ml-auto size-4 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
