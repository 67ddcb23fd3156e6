import clsx from 'clsx';
import type { ReactNode } from 'react';
import { statusTone, type Tone, toneClass } from './tone.ts';

type StatusBadgeProps = { status: string } | { tone: Tone; children: ReactNode };

const isStored = (status: string) => /^[A-Z]+$/.test(status);

/**
 * A stored status (`ACTIVE`), shown with its stored text but styled as a word; a derived one (`Active (API)`); or other
 * words in a given tone.
 */
export function StatusBadge(props: StatusBadgeProps) {
  if ('status' in props && !props.status) return '—';
  const tone = 'tone' in props ? props.tone : statusTone(props.status);
  const words = 'tone' in props ? props.children : props.status;
  return (
    <span
      className={clsx(
        'inline-block rounded-full py-0.5 pr-2 pl-5 text-xs font-medium whitespace-nowrap',
        'bg-[radial-gradient(circle_at_11px,currentcolor_2.75px,transparent_3.25px)]',
        'status' in props && isStored(props.status) && 'lowercase first-letter:uppercase',
        toneClass[tone],
      )}
    >
      {words}
    </span>
  );
}
