import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ComponentProps, useMemo, useRef } from 'react';
import { Input } from './input.tsx';
import { PickerList, labelOfPick, matches, shownAtMost, useClosing } from './picker-list.tsx';

interface SuggestedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> {
  value: string;
  options: readonly string[];
  onChange: (text: string) => void;
  /** Called with a chosen suggestion; by default it becomes the text. */
  onChoose?: (text: string) => void;
}

/** An input for any text, with suggestions that contain what is typed. */
export function SuggestedInput({
  value,
  options,
  onChange,
  onChoose = onChange,
  onKeyDown,
  ...rest
}: SuggestedInputProps) {
  const container = useRef<HTMLDivElement>(null);
  const { onBlur: closeIfLeft, ...closing } = useClosing(() => undefined);
  const found = useMemo(
    () => options.map((text) => ({ id: text, label: text })).filter((option) => matches(option, value)),
    [options, value],
  );
  const shown = useMemo(() => found.slice(0, shownAtMost), [found]);
  return (
    <Autocomplete.Root
      items={found}
      filteredItems={shown}
      value={value}
      onValueChange={onChange}
      itemToStringValue={labelOfPick}
      openOnInputClick
      // A mouse that rests on the list must not turn Enter after a typed text into the choice below the mouse.
      highlightItemOnHover={false}
      {...closing}
    >
      <Autocomplete.InputGroup className="relative" onBlur={closeIfLeft}>
        <Autocomplete.Input
          {...rest}
          render={<Input autoComplete="off" />}
          onKeyDown={(event) => {
            // While the list is closed, the form handles the key.
            if (event.key === 'Escape' && !closing.open) event.preventBaseUIHandler();
            // Enter takes the suggestion that the arrow keys have reached, not the typed text.
            const isChoosing =
              event.key === 'Enter' && event.currentTarget.hasAttribute('aria-activedescendant');
            if (!isChoosing) onKeyDown?.(event);
          }}
        />
        <div ref={container} />
      </Autocomplete.InputGroup>
      <PickerList
        shown={shown}
        container={container}
        isCut={found.length > shownAtMost}
        onPick={({ label }) => onChoose(label)}
      />
    </Autocomplete.Root>
  );
}
