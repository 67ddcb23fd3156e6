import clsx from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { announce } from './announce.ts';
import { copyText } from './copy-text.ts';

const feedbackMs = 2000;

interface CopyButtonProps {
  /** The text, or a function that fetches it. */
  value: string | (() => Promise<string>);
  /** What is copied ('password'), for the tooltip and the accessible name. */
  what: string;
  /** Distinguishes it from another copy button beside it. */
  icon?: string;
  /** A visible text makes the whole button easy to tap. */
  children?: ReactNode;
}

export function CopyButton({ value, what, icon = 'icon-copy', children }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>();

  useEffect(() => {
    if (!result) return undefined;
    const timer = setTimeout(() => setResult(undefined), feedbackMs);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy() {
    const text = typeof value === 'string' ? value : value();
    const copied = await copyText(text).catch(() => false);
    setResult(copied ? 'copied' : 'failed');
    announce(copied ? 'Copied' : 'Error');
  }

  return (
    <button
      type="button"
      {...(!children && !result && { 'aria-label': `Copy ${what}` })}
      data-tip={result ? undefined : `Copy ${what}`}
      data-copy={what}
      onClick={() => void copy()}
      className={clsx(
        'no-print rounded',
        children
          ? 'flex h-10 w-full items-center text-left'
          : ['shrink-0 text-xs font-medium whitespace-nowrap', result ? 'told' : ['size-6', icon]],
      )}
    >
      {children && (
        <>
          <span className="sr-only">Copy {what}</span>
          <span aria-hidden className="flex min-w-0 flex-1 items-center gap-2">
            {children}
          </span>
          {!result && <span aria-hidden className={clsx('size-6 shrink-0', icon)} />}
        </>
      )}
      {result && (
        <span
          className={clsx(
            'shrink-0 rounded px-1.5 py-1 text-xs',
            result === 'copied' ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad',
          )}
        >
          {result === 'copied' ? '✓ Copied' : '✗ Error'}
        </span>
      )}
    </button>
  );
}
