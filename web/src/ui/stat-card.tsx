import { Link, type LinkProps } from '@tanstack/react-router';
import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { formatNumber } from './format.ts';
import { Skeleton } from './skeleton.tsx';
import { type Tone, toneClass } from './tone.ts';

export interface StatCardProps {
  label: string;
  value: number | undefined;
  /** What it goes by, where the page counts the same in another way too: 'by date'. */
  basis?: string | undefined;
  icon: LucideIcon;
  tone?: Tone | undefined;
  loading?: boolean | undefined;
  /** Makes the card a link. */
  to?: string | undefined;
  /** The search parameters of that link. */
  search?: Readonly<Record<string, string>> | undefined;
  /** Set while the page shows what the card counts. */
  active?: boolean | undefined;
}

const card =
  'flex min-w-0 items-center gap-3 max-md:gap-2.5 rounded-lg border bg-surface p-3 text-left shadow-card';

export function StatCard(props: StatCardProps) {
  const {
    label,
    value,
    basis,
    icon: Icon,
    tone = 'info',
    loading = false,
    to,
    search,
    active = false,
  } = props;
  const content = (
    <>
      <span
        aria-hidden
        data-icon
        className={clsx('grid size-9 shrink-0 place-items-center rounded-md', toneClass[tone])}
      >
        <Icon className="size-[1.125rem]" strokeWidth={1.75} />
      </span>
      <span className="min-w-0">
        <span className="block text-xs text-ink-2">{label}</span>
        {loading ? (
          <Skeleton className="mt-1.5 h-4 w-14" />
        ) : (
          <span className="block text-xl leading-6 font-semibold">
            {value === undefined ? '—' : formatNumber(value)}
            {basis !== undefined && <span className="ml-2 text-xs font-normal text-ink-2">{basis}</span>}
          </span>
        )}
      </span>
    </>
  );
  const look = clsx(card, active ? 'border-accent ring-1 ring-accent' : 'border-line');
  if (to === undefined)
    return (
      <div data-card className={look}>
        {content}
      </div>
    );
  const link: LinkProps = { to, search: search ?? {} } as object;
  return (
    <Link data-card {...link} className={clsx(look, 'hover:border-control')}>
      {content}
    </Link>
  );
}

/** A placeholder for a card whose label is not known yet. */
export function StatCardSkeleton() {
  return (
    <div data-skeleton-card className={clsx(card, 'border-line')}>
      <Skeleton className="size-9 rounded-md" />
      <span className="grid gap-2 py-1">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-4 w-14" />
      </span>
    </div>
  );
}
