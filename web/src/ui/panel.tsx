import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** At the right of the title. */
  after?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, after, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-1">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {after}
      </div>
      {children}
    </section>
  );
}
