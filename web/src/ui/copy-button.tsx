import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { announce } from './announce.ts';
import { copyText } from './copy-text.ts';

const feedbackMs = 2000;

interface CopyButtonProps {
  value: string;
  /** What is copied ('password'), for the tooltip and the accessible name. */
  what: string;
  /** Distinguishes it from another copy button beside it. */
  icon?: string;
}

/** Copies `value`. */
export function CopyButton({ value, what, icon = 'icon-copy' }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>();

  useEffect(() => {
    if (!result) return undefined;
    const timer = setTimeout(() => setResult(undefined), feedbackMs);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy() {
    const copied = await copyText(value);
    setResult(copied ? 'copied' : 'failed');
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
        !result && ['size-6 hover:bg-sunken', icon],
        result && ['px-1.5 py-1', result === 'copied' ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'],
      )}
    >
      {result && (result === 'copied' ? '✓ Copied' : '✗ Error')}
    </button>
  );
}
