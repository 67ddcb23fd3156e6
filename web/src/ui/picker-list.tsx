import { containsWords } from '@quartermaster/contract/rules/folded';
import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { type FocusEvent, Fragment, type RefObject, useEffect, useRef, useState } from 'react';

export interface PickerOption {
  id: string;
  label: string;
  /** A second line. */
  hint?: string | undefined;
  /** The heading above it and the choices of the same group, which stand together. */
  group?: string | undefined;
}

export const matches = ({ label, hint = '' }: PickerOption, search: string): boolean =>
  containsWords(`${label}\n${hint}`, search);

export const labelOfPick = ({ label }: PickerOption): string => label;
export const isSamePick = (one: PickerOption, other: PickerOption): boolean => one.id === other.id;

/** The id of a last choice that is an act, like creating a record. */
export const actId = 'new';

/** Enough to read; thousands would take long to open. */
export const shownAtMost = 100;

/** Replaces a Popup's behaviour: reports closing, and closes when the focus leaves. */
export function useClosing(onClosed: () => void) {
  const [open, setOpen] = useState(false);
  const actionsRef = useRef<Combobox.Root.Actions>(null);
  useEffect(() => {
    if (!open) actionsRef.current?.unmount();
  }, [open]);
  const onBlur = ({ currentTarget, relatedTarget: next }: FocusEvent) => {
    if (next && !currentTarget.contains(next) && !next.closest('[role=listbox]')) actionsRef.current?.close();
  };
  const onOpenChange = (opens: boolean) => {
    setOpen(opens);
    if (!opens) onClosed();
  };
  return { open, onOpenChange, actionsRef, onBlur };
}

interface PickerListProps {
  shown: readonly PickerOption[];
  container: RefObject<HTMLElement | null>;
  /** There are more choices than shown. */
  isCut: boolean;
  /** For an Autocomplete, which tells nobody of a choice without a Popup. */
  onPick?: (option: PickerOption) => void;
}

// No Combobox.Popup: it would hide the rest of the form, still focusable, from screen readers.
export const PickerList = ({ shown, container, isCut, onPick }: PickerListProps) => (
  <Combobox.Portal container={container}>
    <Combobox.Positioner positionMethod="fixed" sideOffset={4} className="z-60 outline-none">
      <div className="w-max max-w-[min(var(--available-width),max(var(--anchor-width),28rem))] min-w-(--anchor-width) rounded-md border border-line bg-raised shadow-popup">
        <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 outline-none data-empty:p-0">
          {(option: PickerOption, place: number) => (
            <Fragment key={option.id}>
              {option.group !== undefined && option.group !== shown[place - 1]?.group && (
                <div aria-hidden className="px-2 pt-1.5 pb-0.5 text-xs font-medium text-ink-3">
                  {option.group}
                </div>
              )}
              <Combobox.Item
                value={option}
                aria-description={option.group}
                // Enter clicks the highlighted option.
                onClick={() => onPick?.(option)}
                className={`grid min-h-8 cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded px-2 py-1 text-sm select-none hover:bg-sunken data-highlighted:bg-accent-soft data-highlighted:text-accent-text ${option.id === actId ? 'font-medium text-accent-text' : ''}`}
              >
                <Combobox.ItemIndicator className="col-start-1">
                  <Check aria-hidden className="size-4" />
                </Combobox.ItemIndicator>
                <span className="col-start-2 min-w-0">
                  <span className="block clipped">{option.label}</span>
                  {option.hint && <span className="block clipped text-xs text-ink-2">{option.hint}</span>}
                </span>
              </Combobox.Item>
            </Fragment>
          )}
        </Combobox.List>
        {isCut && (
          <p className="border-t border-line px-3 py-1.5 text-xs text-ink-2">
            At most {shownAtMost} are shown. Type to find others.
          </p>
        )}
      </div>
    </Combobox.Positioner>
  </Combobox.Portal>
);
