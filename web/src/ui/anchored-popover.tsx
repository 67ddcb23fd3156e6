import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';

interface AnchoredPopoverProps {
  label: string;
  /** The button that opened the popover, which is placed below it and returns the focus to it. */
  anchor: RefObject<HTMLElement | null>;
  /** The element to focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  onClose: () => void;
  className: string;
  children: ReactNode;
}

/** A popup below a button, above dialogs. Closes on Escape, on a press elsewhere, and when the focus leaves it. */
export const AnchoredPopover = ({
  label,
  anchor,
  initialFocus,
  onClose,
  className,
  children,
}: AnchoredPopoverProps) => (
  <Popover.Root
    open
    onOpenChange={(_, { event, reason }) => {
      // The button itself handles a press on it. It may still have the focus when Escape is pressed.
      const isOnButton = event.target instanceof Node && anchor.current?.contains(event.target);
      if (reason === 'escape-key' || !isOnButton) onClose();
    }}
  >
    <Popover.Portal>
      <Popover.Positioner anchor={anchor} align="start" sideOffset={4} className="z-60 outline-none">
        <Popover.Popup
          aria-label={label}
          {...(initialFocus && { initialFocus })}
          finalFocus={anchor}
          className={`w-72 rounded-lg bg-raised shadow-popup outline-none ${className}`}
        >
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
);
