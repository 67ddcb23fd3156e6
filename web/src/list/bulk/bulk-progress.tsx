import { useEffect, useState } from 'react';

const patienceMs = 300;

/** Shows that an action is slow. Indeterminate: it is one transaction. */
export function BulkProgress({ label }: { label: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    isSlow && (
      <div className="basis-full px-2 pt-1 text-sm text-ink-2" role="status">
        {label}
        <div role="progressbar" aria-label={label} className="mt-1 h-1 overflow-hidden rounded bg-mute-soft">
          <div className="pulse h-full bg-accent" />
        </div>
      </div>
    )
  );
}
