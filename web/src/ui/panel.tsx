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
      <div className="flex h-11 shrink-0 items-center justify-between gap-3 border-b border-line px-4">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {after}
      </div>
      {children}
    </section>
  );
}
