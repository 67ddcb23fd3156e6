import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Key } from '../../ui/key.tsx';
import { useHotkeys } from '../../ui/use-hotkeys.ts';

interface BarProps {
  label: string;
  /** Beside the label. */
  beside?: ReactNode;
  onClear: () => void;
  isBusy: boolean;
  children: ReactNode;
}

/** The frame of the actions on selected records, which follow Clear: the last one may be dangerous. */
export function Bar({ label, beside, onClear, isBusy, children }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    // Keep the focus when the bar unmounts.
    return () => {
      if (element?.contains(document.activeElement))
        element.parentElement?.querySelector<HTMLElement>('[data-list-rows]')?.focus();
    };
  }, []);
  useHotkeys({
    Escape: () => (isBusy ? false : onClear()),
    b: () => bar.current?.querySelector<HTMLElement>('[data-actions] button:enabled')?.focus(),
  });
  return (
    <div
      ref={bar}
      role="group"
      aria-label="Selection"
      data-selection
      className="fixed inset-x-3 bottom-3 z-20 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-x-1 rounded-lg bg-raised p-1.5 shadow-popup frame:absolute print:hidden"
    >
      <span className="px-2 text-sm font-semibold whitespace-nowrap max-md:mr-auto">{label}</span>
      {beside}
      <Button
        variant="ghost"
        icon={X}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || onClear()}
      >
        Clear <Key className="max-md:hidden">Esc</Key>
      </Button>
      {children}
    </div>
  );
}
