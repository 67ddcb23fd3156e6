import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';

interface CountChipProps {
  isPressed: boolean;
  count: number | undefined;
  onClick: () => void;
  children: ReactNode;
}

/** Filters by what it counts. */
export const CountChip = ({ isPressed, count, onClick, children }: CountChipProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onClick}
    className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-9"
  >
    {children}
    {count !== undefined && <span className="font-semibold">{formatNumber(count)}</span>}
  </button>
);
