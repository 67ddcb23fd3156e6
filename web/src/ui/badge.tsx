import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type Tone, toneClass } from './tone.ts';

/** A short text on the background of its tone, e.g. '14 days left'. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center rounded px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
        toneClass[tone],
      )}
    >
      {children}
    </span>
  );
}
