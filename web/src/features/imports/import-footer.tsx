import { type ReactNode, useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Key } from '../../ui/key.tsx';
import { commandKey } from '../../ui/use-hotkeys.ts';
import { useStableCallback } from '../../list/table/use-stable-callback.ts';

interface ImportFooterProps {
  /** The words of the primary button. */
  label: string;
  busy?: boolean;
  disabled?: boolean;
  onGo: () => void;
  /** At the left. */
  children?: ReactNode;
}

/** The way on, always in view; Ctrl+Enter does the same. */
export function ImportFooter({ label, busy = false, disabled = false, onGo, children }: ImportFooterProps) {
  const go = useStableCallback(() => {
    if (!busy && !disabled) onGo();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('[role=dialog]')) return;
      event.preventDefault();
      go();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [go]);
  return (
    <footer className="no-print sticky bottom-0 z-10 -mx-4 mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line bg-surface px-4 py-2.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">{children}</div>
      <Button
        variant="primary"
        busy={busy}
        disabled={disabled}
        aria-keyshortcuts={commandKey === '⌘' ? 'Meta+Enter' : 'Control+Enter'}
        className="max-md:w-full max-md:h-10"
        onClick={onGo}
      >
        {label}
        <span aria-hidden className="flex gap-0.5 max-md:hidden">
          <Key>{commandKey}</Key>
          <Key>↵</Key>
        </span>
      </Button>
    </footer>
  );
}
