import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const rail =
  'relative before:absolute before:inset-y-0 before:left-4 before:-ml-px before:w-px before:bg-line';

interface StopProps {
  icon: LucideIcon;
  /** Marks the record itself. */
  isHere?: boolean;
  isLast: boolean;
  children: ReactNode;
}

/** A stop in the chain from mailbox to domain. */
export const Stop = ({ icon: Icon, isHere = false, isLast, children }: StopProps) => (
  <div className={clsx('grid grid-cols-[2rem_minmax(0,1fr)] gap-3 pb-4', !isLast && rail)}>
    <span
      aria-hidden
      className={clsx(
        'z-1 grid size-8 place-items-center rounded-full',
        isHere ? 'bg-accent text-on-accent' : 'bg-mute-soft text-mute',
      )}
    >
      <Icon className="size-4" strokeWidth={1.75} />
    </span>
    <div className="min-w-0">{children}</div>
  </div>
);

/** The heading between stops: 'Uses' or 'Used by'. */
export const Direction = ({ children, isFirst }: { children: string; isFirst: boolean }) => (
  <h3 className={clsx('pb-2 pl-11 text-xs font-medium text-ink-3', !isFirst && rail)}>{children}</h3>
);
