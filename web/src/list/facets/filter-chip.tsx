import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface FilterChipProps {
  children: ReactNode;
  /** The accessible name of the remove button: 'Remove filter x'. */
  removeLabel: string;
  onRemove: () => void;
}

/** A filter as a chip with a remove button. */
export const FilterChip = ({ children, removeLabel, onRemove }: FilterChipProps) => (
  <span className="inline-flex h-8 min-w-0 items-center gap-1 rounded-md border border-accent bg-accent-soft pl-3 text-sm print:pr-3 font-medium text-accent-text">
    <span className="max-w-64 clipped">{children}</span>
    <button
      type="button"
      aria-label={removeLabel}
      onClick={onRemove}
      className="no-print grid size-7 shrink-0 place-items-center rounded hover:bg-surface/60"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  </span>
);
