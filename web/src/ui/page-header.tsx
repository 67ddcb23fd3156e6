import { type ReactNode, useEffect } from 'react';

interface PageHeaderProps {
  title: string;
  subtitle?: string | undefined;
  /** The page's actions, the primary one last. */
  children?: ReactNode;
}

/** A page's title, which names the browser tab too, and one line about it. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Quartermaster`;
  }, [title]);

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold">{title}</h1>
        {subtitle && <p className="text-sm text-ink-2">{subtitle}</p>}
      </div>
      {children && (
        <div className="no-print flex flex-wrap items-center gap-2 max-md:w-full max-md:*:grow max-md:*:px-2">
          {children}
        </div>
      )}
    </div>
  );
}
