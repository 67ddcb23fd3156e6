import { type ReactNode, useEffect, useRef, useState } from 'react';

const closeDelayMs = 150;

interface DisclosureProps {
  /** What the button shows. */
  label: ReactNode;
  buttonClass: string;
  /** Sets the width; a margin offsets the panel from the button's left edge. */
  panelClass: string;
  /** Where the panel opens: below the header, below the button or, in a bar at the end, above it, with aligned right edges. */
  at?: 'header' | 'button' | 'bar';
  /** Renders the panel; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

const places = {
  header: 'fixed top-12',
  button: 'absolute top-full right-0 mt-1 max-h-[min(36rem,70dvh)] overflow-y-auto',
  bar: 'absolute bottom-full right-0 mb-1',
};

/**
 * A button that opens a panel below itself. Closes a moment after the focus leaves, and on Escape.
 */
export function Disclosure({ label, buttonClass, panelClass, at = 'header', children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (!open) return;
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      clearTimeout(timer.current);
    };
  }, [open]);

  function closeSoonIfLeft() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!root.current?.contains(document.activeElement)) setOpen(false);
    }, closeDelayMs);
  }

  return (
    <div
      ref={root}
      className={at === 'header' ? undefined : 'relative'}
      onBlur={closeSoonIfLeft}
      onFocus={() => clearTimeout(timer.current)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        className={buttonClass}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      {open && (
        // Focusable, so that a click on plain text does not move the focus out of the panel.
        <div
          tabIndex={-1}
          className={`${places[at]} z-30 rounded-lg bg-raised p-1 shadow-popup outline-none ${panelClass}`}
        >
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
