import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';

interface FactProps {
  label: ReactNode;
  children: ReactNode;
}

/** A line of a record: what it is called and what it says. Stands in a `dl`. */
export const Fact = ({ label, children }: FactProps) => (
  <div className="grid min-h-10 grid-cols-[9.5rem_minmax(0,1fr)] items-center gap-x-4 px-4 py-1.5 max-md:grid-cols-1 max-md:py-2">
    <dt className="text-sm text-ink-2 max-md:text-xs">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

interface CopiedProps {
  value: string;
  /** What is copied: 'IP address'. */
  what: string;
  children: ReactNode;
}

/** A text with the button that copies it. */
export const Copied = ({ value, what, children }: CopiedProps) => (
  <span className="flex min-w-0 items-center gap-1.5">
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <CopyButton value={value} what={what} />
  </span>
);

interface SectionProps {
  title: string;
  after?: ReactNode;
  children: ReactNode;
}

/** A card with a heading. */
export const Section = ({ title, after, children }: SectionProps) => (
  <section aria-label={title} className="min-w-0 rounded-lg border border-line bg-surface">
    <div className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      {after}
    </div>
    {children}
  </section>
);
