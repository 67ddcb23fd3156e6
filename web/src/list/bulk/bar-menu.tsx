import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Button } from '../../ui/button.tsx';

export interface BarChoice {
  label: string;
  run: () => void;
}

interface BarMenuProps {
  label: string;
  icon: LucideIcon;
  /** Without any, there is no menu. */
  choices: readonly BarChoice[];
  className: string;
  /** Something is being done. */
  isDisabled: boolean;
  /** What it does is being done. */
  isBusy?: boolean;
}

/** A button of the bar of a selection that opens a list of actions. */
export function BarMenu({ label, icon, choices, className, isDisabled, isBusy = false }: BarMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (choices.length === 0) return null;
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        className={className}
        icon={icon}
        busy={isBusy}
        // Not `disabled`, so that a closing dialog can return the focus to the button.
        aria-disabled={isDisabled || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isDisabled && !isOpen)}
      >
        <span className="flex items-center gap-1">
          {label}
          <ChevronDown aria-hidden className="size-3.5 max-md:hidden" />
        </span>
      </Button>
      {isOpen && (
        <AnchoredPopover label={label} anchor={button} className="w-56 p-1" onClose={() => setOpen(false)}>
          {choices.map((choice) => (
            <button
              key={choice.label}
              type="button"
              className="flex min-h-9 w-full items-center rounded-md px-2.5 text-left text-sm hover:bg-sunken max-md:min-h-11"
              onClick={() => {
                setOpen(false);
                choice.run();
              }}
            >
              {choice.label}
            </button>
          ))}
        </AnchoredPopover>
      )}
    </>
  );
}
