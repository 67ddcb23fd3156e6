import clsx from 'clsx';
import type { ReactNode } from 'react';
import { statusTone, type Tone, toneClass } from './tone.ts';

type StatusBadgeProps = { status: string; children?: ReactNode } | { tone: Tone; children: ReactNode };

const isStored = (status: string) => /^[A-Z]+$/.test(status);

/** A stored status stays as it is in the text and is only drawn as a word. */
const word = (status: string) =>
  isStored(status) ? <span className="inline-block lowercase first-letter:uppercase">{status}</span> : status;

/** A stored status (`ACTIVE`), a derived one (`Active (API)`), or other words in a given tone. */
export function StatusBadge(props: StatusBadgeProps) {
  const tone = 'tone' in props ? props.tone : statusTone(props.status);
  const words = 'tone' in props ? props.children : (props.children ?? word(props.status));
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        'before:size-1.5 before:rounded-full before:bg-current',
        toneClass[tone],
      )}
    >
      {words}
    </span>
  );
}
