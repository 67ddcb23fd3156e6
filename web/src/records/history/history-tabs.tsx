import { Link } from '@tanstack/react-router';
import { linkTab } from '../../ui/link-tab.ts';

const tabs = [
  { to: '/history', label: 'History' },
  { to: '/trash', label: 'Trash' },
] as const;

/** The two pages about what was before. */
export const HistoryTabs = ({ current }: { current: (typeof tabs)[number]['to'] }) => (
  <nav aria-label="History" className="flex gap-1">
    {tabs.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        search={{}}
        aria-current={to === current ? 'page' : undefined}
        className={linkTab}
      >
        {label}
      </Link>
    ))}
  </nav>
);
