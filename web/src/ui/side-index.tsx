import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';

interface SideIndexProps {
  label: string;
  /** The page of the sections. */
  to: string;
  sections: readonly { id: string; label: string; icon: LucideIcon }[];
  current: string | undefined;
  /** The section ahead of which a line is drawn. */
  lineAbove?: string;
}

const scrollIntoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** The sections of a page, beside the one that is shown; on a phone a scrollable row above it. */
export const SideIndex = ({ label, to, sections, current, lineAbove }: SideIndexProps) => (
  <nav aria-label={label} className="min-w-0 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4">
    <ul className="flex gap-1 md:sticky md:top-4 md:flex-col">
      {sections.map(({ id, label: name, icon: Icon }) => (
        <li key={id} className={clsx(id === lineAbove && 'md:mt-2 md:border-t md:border-line md:pt-3')}>
          <Link
            to={to}
            search={{ section: id }}
            ref={id === current ? scrollIntoView : undefined}
            aria-current={id === current ? 'page' : undefined}
            className={clsx(
              'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap max-md:h-10',
              id === current
                ? 'bg-accent-soft text-accent-text'
                : 'text-ink-2 hover:bg-sunken hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
