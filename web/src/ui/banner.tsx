import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { type Tone, toneClass } from './tone.ts';

interface BannerProps {
  tone: Tone;
  title: string;
  /** Further text. */
  children?: ReactNode;
  /** A button. */
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

/** Errors interrupt a screen reader; other banners wait. */
export function Banner({ tone, title, children, action, onDismiss }: BannerProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-2 text-sm',
        // On a phone, a banner above a list takes one line.
        'max-md:in-data-summary:flex-nowrap max-md:in-data-summary:py-0.5 max-md:in-data-summary:pr-1 max-md:in-data-summary:pl-3',
        toneClass[tone],
      )}
    >
      <strong className="font-semibold max-md:in-data-summary:whitespace-nowrap">{title}</strong>
      {children && <div className="min-w-0 max-md:in-data-summary:clipped">{children}</div>}
      {(action || onDismiss) && (
        <div className="no-print ml-auto flex items-center gap-1 max-md:not-in-data-summary:ml-0">
          {action}
          {onDismiss && <IconButton label="Dismiss" icon={X} className="text-current" onClick={onDismiss} />}
        </div>
      )}
    </div>
  );
}
