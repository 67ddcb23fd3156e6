import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';

interface AnchoredPopoverProps {
  label: string;
  /** The button that opened it: it stands below, and gives the focus back. */
  anchor: RefObject<HTMLElement | null>;
  /** What gets the focus, if not the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  onClose: () => void;
  className: string;
  children: ReactNode;
}

/** A popup below a button. It closes by Escape, by a press elsewhere, and when the focus leaves it. */
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
    onOpenChange={(_, { event }) => {
      // A press on the button that opened it is that button's to handle.
      if (!(event.target instanceof Node && anchor.current?.contains(event.target))) onClose();
    }}
  >
    <Popover.Portal>
      <Popover.Positioner anchor={anchor} align="start" sideOffset={4} className="z-30 outline-none">
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
