import { Combobox } from '@base-ui/react/combobox';
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type RefObject, useMemo, useRef, useState } from 'react';
import { controlClass, unmanaged } from './input.tsx';
import {
  type PickerOption,
  PickerList,
  actId,
  isSamePick,
  labelOfPick,
  matches,
  shownAtMost,
  useClosing,
} from './picker-list.tsx';

type Aria = Pick<
  ComponentProps<'input'>,
  'id' | 'disabled' | 'aria-label' | 'aria-labelledby' | 'aria-describedby' | 'aria-invalid' | 'aria-required'
>;

export interface PickerProps extends Aria {
  /** What is picked, in a sentence: 'proxy'. */
  noun?: string;
  options: readonly PickerOption[];
  /** The first option is the only one that is not 'none'. */
  isOnlyTarget?: boolean;
  /** Must be one of the options, or what they may not have loaded yet. */
  chosen: PickerOption | undefined;
  /** Called without an option when the text is cleared. Returns false to keep the former choice. */
  onChoose: (option: PickerOption | undefined) => void | false;
  /** Called with the typed text, if somebody else searches; `options` are the results then. */
  onSearch?: ((text: string) => void) | undefined;
  /** Ends the list: '+ New proxy'. */
  act?: { label: string; run: () => void } | undefined;
  input?: RefObject<HTMLInputElement | null>;
  onFocus?: () => void;
  onBlur?: () => void;
  className?: string | undefined;
}

const isNone = () => false;

/** A list of choices that typing narrows down. */
export function Picker(props: PickerProps) {
  const { noun, options, isOnlyTarget = false, chosen, onChoose, onSearch, act, ...given } = props;
  const { input, onFocus, onBlur, className, ...aria } = given;
  const [typed, setTyped] = useState('');
  const found = useMemo(
    () => options.filter((option) => matches(option, typed)).slice(0, shownAtMost),
    [options, typed],
  );
  const actLabel = act?.label;
  const shown = useMemo(
    () => (actLabel === undefined ? found : [...found, { id: actId, label: actLabel }]),
    [found, actLabel],
  );
  // The first ArrowDown after typing leaves the only match highlighted, so that Enter takes it.
  const hasOneMatch = typed !== '' && found.length === 1;
  const isStepped = useRef(false);
  // With one possible target, Enter takes it as soon as the list is open: the first choice is highlighted, unless the
  // chosen one is among them. The root's type leaves out 'always', which it hands on.
  const highlight = (isOnlyTarget ? 'always' : true) as boolean;
  const isChosen = isOnlyTarget && (chosen?.id ?? '') === '' ? isNone : isSamePick;
  const selected = useSteady(chosen);
  const container = useRef<HTMLDivElement>(null);
  const { onBlur: closeIfLeft, ...closing } = useClosing(() => {
    setTyped('');
    onSearch?.('');
  });
  return (
    <Combobox.Root
      items={options}
      filteredItems={shown}
      value={selected}
      onValueChange={(option: PickerOption | null, { cancel }) => {
        const isAct = act !== undefined && option?.id === actId;
        if (!isAct && onChoose(option ?? undefined) !== false) return;
        cancel();
        closing.actionsRef.current?.close();
        if (isAct) act.run();
      }}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'input-change') return;
        isStepped.current = false;
        setTyped(text);
        onSearch?.(text);
      }}
      itemToStringLabel={labelOfPick}
      isItemEqualToValue={isChosen}
      autoHighlight={highlight}
      {...closing}
    >
      <Combobox.InputGroup className={clsx('relative', className)} onBlur={closeIfLeft}>
        <Combobox.Input
          {...aria}
          {...unmanaged}
          ref={input}
          // So that typing replaces the choice.
          onClick={(event) => event.currentTarget.select()}
          onFocus={onFocus}
          onBlur={onBlur}
          onKeyDown={(event) => {
            // The key would clear the field; while the list is closed, the form handles it.
            if (event.key === 'Escape' && !closing.open) event.preventBaseUIHandler();
            if (event.key === 'ArrowDown' && hasOneMatch && !isStepped.current) {
              isStepped.current = true;
              event.preventDefault();
              event.preventBaseUIHandler();
            }
          }}
          placeholder="Select…"
          className={`${controlClass} h-8 pr-9 max-md:h-10`}
        />
        <Combobox.Trigger
          aria-label={noun === undefined ? 'Show choices' : `Show ${noun} choices`}
          className="absolute inset-y-0 right-0 grid w-8 place-items-center text-ink-3"
        >
          <ChevronDown aria-hidden className="size-4" />
        </Combobox.Trigger>
        <div ref={container} />
      </Combobox.InputGroup>
      <PickerList shown={shown} container={container} isCut={options.length > shownAtMost} />
    </Combobox.Root>
  );
}

/** Keeps the same object while its content is the same: a new one would reset the typed text. */
function useSteady(option: PickerOption | undefined): PickerOption | null {
  const { id, label } = option ?? {};
  return useMemo(() => (id === undefined || label === undefined ? null : { id, label }), [id, label]);
}
