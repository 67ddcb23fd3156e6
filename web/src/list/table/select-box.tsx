import type { ChangeEvent } from 'react';
import type { Selection } from '../bulk/use-selection.ts';

type Loaded = Pick<Selection<never>, 'loaded' | 'toggleLoaded'>;

interface SelectBoxProps {
  label: string;
  checked: boolean;
  isPartial?: boolean;
  /** Looks disabled, but still calls back to explain why. */
  isLocked?: boolean | undefined;
  onToggle: (isRange: boolean) => void;
}

/** A native checkbox with a larger target; reports Shift for ranges. */
export const SelectBox = ({ label, checked, isPartial = false, isLocked, onToggle }: SelectBoxProps) => (
  <label className="grid size-full min-h-6 min-w-6 cursor-pointer place-items-center select-none">
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      aria-disabled={isLocked || undefined}
      ref={(box) => {
        if (box) box.indeterminate = isPartial;
      }}
      onChange={({ nativeEvent }: ChangeEvent) =>
        onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      className="check cursor-pointer aria-disabled:opacity-40"
    />
  </label>
);

/** Selects all loaded rows, or none. */
export const SelectLoaded = ({ selection }: { selection: Loaded }) => (
  <SelectBox
    label="Select all loaded rows"
    checked={selection.loaded === 'all'}
    isPartial={selection.loaded === 'some'}
    onToggle={selection.toggleLoaded}
  />
);
