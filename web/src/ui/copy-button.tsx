import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { announce } from './announce.ts';
import { copyText } from './copy-text.ts';

const feedbackMs = 2000;

interface CopyButtonProps {
  value: string;
  /** Names it ('password') for the tooltip and the accessible name. */
  what: string;
  /** Tells it from another copy beside it. */
  icon?: string;
}

/** Copies `value`. */
export function CopyButton({ value, what, icon = 'icon-copy' }: CopyButtonProps) {
  const [last, setLast] = useState<{ value: string; copied: boolean } | null>(null);
  // The button may be another record's by now.
  const result = last?.value === value ? last : null;

  useEffect(() => {
    if (last === null) return;
    const timer = setTimeout(() => setLast(null), feedbackMs);
    return () => clearTimeout(timer);
  }, [last]);

  async function copy() {
    const copied = await copyText(value);
    setLast({ value, copied });
    announce(copied ? 'Copied' : 'Error');
  }

  return (
    <button
      type="button"
      aria-label={result ? undefined : `Copy ${what}`}
      data-tip={result ? undefined : `Copy ${what}`}
      onClick={() => void copy()}
      className={clsx(
        'no-print shrink-0 rounded text-xs font-medium whitespace-nowrap',
        result === null && ['size-6 hover:bg-sunken', icon],
        result && ['px-1.5 py-1', result.copied ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'],
      )}
    >
      {result && (result.copied ? '✓ Copied' : '✗ Error')}
    </button>
  );
}
