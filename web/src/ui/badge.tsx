import clsx from 'clsx';
import type { ReactNode } from 'react';
import { statusTone, type Tone, toneClass } from './tone.ts';

export function Badge({ tone, dot = false, children }: { tone: Tone; dot?: boolean; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap',
        dot ? 'rounded-full px-2 py-0.5' : 'rounded px-1.5 py-0.5',
        toneClass[tone],
      )}
    >
      {dot && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}

const sentence = (status: string) =>
  /^[A-Z]+$/.test(status) ? status.charAt(0) + status.slice(1).toLowerCase() : status;

/** A stored status (`ACTIVE`) or a derived one (`Active (API)`) in its colour. */
export function StatusBadge({ status, children }: { status: string; children?: ReactNode }) {
  return (
    <Badge tone={statusTone(status)} dot>
      {children ?? sentence(status)}
    </Badge>
  );
}
