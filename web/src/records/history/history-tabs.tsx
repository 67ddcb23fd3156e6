import { Link } from '@tanstack/react-router';

const tabs = [
  { to: '/history', label: 'History' },
  { to: '/trash', label: 'Trash' },
] as const;

const tabClass =
  'inline-flex h-8 items-center rounded-md px-3 text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text';

/** The two pages about what was before. */
export const HistoryTabs = ({ current }: { current: (typeof tabs)[number]['to'] }) => (
  <nav aria-label="History" className="flex gap-1">
    {tabs.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        search={{}}
        aria-current={to === current ? 'page' : undefined}
        className={tabClass}
      >
        {label}
      </Link>
    ))}
  </nav>
);
