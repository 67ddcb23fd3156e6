import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';
import { useTitle } from './use-title.ts';

interface PageHeaderProps {
  title: string;
  subtitle?: string | undefined;
  /** The page's actions, the primary one last. */
  children?: ReactNode;
  /** To the right of the title. */
  beside?: ReactNode;
  /** Replaces the subtitle on a phone. */
  note?: ReactNode;
}

/** A page's title, which also names the browser tab, and a line of explanation. */
export function PageHeader({ title, subtitle, beside, children, note }: PageHeaderProps) {
  const [isOpen, setOpen] = useState(false);
  useTitle(title);

  return (
    <div className="flex flex-wrap items-center justify-between gap-2 md:gap-x-4 md:gap-y-3">
      <div className="min-w-0 max-md:flex-1">
        <div className="flex items-center gap-1">
          <h1 className="text-xl font-semibold max-md:leading-6">{title}</h1>
          {beside && <span className="no-print">{beside}</span>}
        </div>
        {subtitle && <p className="no-print text-sm text-ink-2 max-md:sr-only">{subtitle}</p>}
        {note}
      </div>
      {children && (
        <div
          data-open={isOpen || undefined}
          className="actions no-print flex flex-wrap items-center gap-2 max-md:contents"
        >
          <IconButton
            label="More actions"
            icon={Ellipsis}
            aria-expanded={isOpen}
            className="border border-line bg-surface md:hidden"
            onClick={() => setOpen(!isOpen)}
          />
          {children}
        </div>
      )}
    </div>
  );
}
