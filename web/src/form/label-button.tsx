import type { ComponentProps } from 'react';

/** A small button at the end of a label's line. */
export const LabelButton = (rest: ComponentProps<'button'>) => (
  <button
    type="button"
    {...rest}
    className="-my-0.5 h-6 rounded px-1 text-xs text-accent-text hover:underline"
  />
);
