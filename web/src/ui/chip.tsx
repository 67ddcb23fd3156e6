import type { ReactNode } from 'react';

interface ChipProps {
  isPressed: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A choice that is pressed or not, beside others. */
export const Chip = ({ isPressed, onClick, children }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    className="inline-flex h-8 items-center rounded-full border border-line bg-surface px-3 text-sm text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-10"
    onClick={onClick}
  >
    {children}
  </button>
);
