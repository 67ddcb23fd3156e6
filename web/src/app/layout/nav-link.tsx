import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import type { Destination } from '../destinations.ts';

interface NavLinkProps {
  link: Destination;
  /** Shown in a vertical list instead of side by side in the header. */
  stacked?: boolean;
  onClick?: () => void;
}

export function NavLink({ link: { to, label, icon: Icon }, stacked = false, onClick }: NavLinkProps) {
  return (
    <Link
      to={to}
      preload="intent"
      {...(onClick && { onClick })}
      className={clsx(
        'flex items-center rounded-md text-sm font-medium',
        stacked ? 'h-9 gap-2.5 px-2.5 max-md:h-10 max-md:text-base' : 'h-8 px-2.5',
      )}
      activeProps={{ className: 'bg-accent-soft text-accent-text' }}
      inactiveProps={{ className: 'text-ink-2 hover:bg-sunken hover:text-ink' }}
    >
      {stacked && <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />}
      {label}
    </Link>
  );
}
