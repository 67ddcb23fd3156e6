import { Check } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Input } from '../../ui/input.tsx';
import { type FacetOption, type FacetTriggerProps, matchingOptions } from './facet-options.ts';

interface FacetPopoverProps extends FacetTriggerProps {
  /** The id of the list. */
  id: string;
  anchor: RefObject<HTMLElement | null>;
  typed: string;
  onTyped: (text: string) => void;
  onClose: () => void;
}

/**
 * A searchable list of options: Enter or a click chooses one and closes the list; if several can be chosen, Space or the
 * checkbox adds one.
 */
export default function FacetPopover(props: FacetPopoverProps) {
  const { id, label, allLabel, options, chosen, onChosen, anchor, typed, onTyped, onClose, isSingle } = props;
  const input = useRef<HTMLInputElement>(null);
  const [chosenKey] = isSingle && typed === '' ? chosen : [];
  const [at, setAt] = useState((options ?? []).findIndex(({ key }) => key === chosenKey) + 1);
  /** Whether the arrow keys moved the highlight: then Space picks an option instead of typing a blank. */
  const [isPicking, setPicking] = useState(false);
  const [hasAdded, setAdded] = useState(false);
  const { shown, isCut } = matchingOptions(options ?? [], typed, allLabel);
  const active = shown[Math.min(at, shown.length - 1)];
  const optionId = (option: FacetOption) => `${id}-${option.key}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = ({ key }: FacetOption) => {
    onChosen(key === '' ? [] : [key]);
    onClose();
  };
  const add = (option: FacetOption) => {
    const { key } = option;
    if (isSingle) return choose(option);
    if (key === '') return onChosen([]);
    setAdded(true);
    return onChosen(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      setPicking(true);
      setAdded(false);
      setAt((Math.min(at, shown.length - 1) + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter' && active) {
      if (hasAdded) onClose();
      else choose(active);
    } else if (event.key === ' ' && active && (isPicking || typed === '')) add(active);
    else return;
    event.preventDefault();
  };
  return (
    <AnchoredPopover
      label={label}
      anchor={anchor}
      initialFocus={input}
      onClose={onClose}
      className="flex max-h-[min(26rem,var(--available-height))] flex-col"
    >
      <div className="border-b border-line p-1.5">
        <Input
          ref={input}
          aria-label="Find an option"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          placeholder={isSingle ? 'Type to find' : 'Type to find, Space to add'}
          value={typed}
          onChange={({ target }) => {
            onTyped(target.value);
            setAt(0);
            setPicking(false);
            setAdded(false);
          }}
          onKeyDown={pressed}
        />
      </div>
      {options === undefined || shown.length === 0 ? (
        <p role="status" className="px-3 py-2.5 text-sm text-ink-2">
          {options === undefined ? 'Loading...' : 'Nothing found'}
        </p>
      ) : null}
      <div
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={!isSingle}
        className="min-h-0 overflow-y-auto p-1 empty:hidden"
      >
        {shown.map((option, place) => (
          <Option
            key={option.key}
            id={optionId(option)}
            option={option}
            heading={option.group !== shown[place - 1]?.group ? option.group : undefined}
            isActive={option === active}
            isChosen={option.key === '' ? chosen.length === 0 : chosen.includes(option.key)}
            isSingle={isSingle}
            onPoint={() => setAt(place)}
            onChoose={() => choose(option)}
            onAdd={() => add(option)}
          />
        ))}
      </div>
      {isCut && <p className="border-t border-line px-3 py-1.5 text-xs text-ink-2">Type to find others.</p>}
    </AnchoredPopover>
  );
}

interface OptionProps {
  id: string;
  option: FacetOption;
  heading: string | undefined;
  isActive: boolean;
  isChosen: boolean;
  isSingle: boolean | undefined;
  onPoint: () => void;
  onChoose: () => void;
  onAdd: () => void;
}

function Option(props: OptionProps) {
  const { id, option, heading, isActive, isChosen, isSingle, onPoint, onChoose, onAdd } = props;
  const { key, words, count, group } = option;
  const counted = count === undefined ? undefined : formatNumber(count);
  return (
    <div role="presentation">
      {heading !== undefined && (
        <div aria-hidden className="px-2 pt-1.5 pb-0.5 text-xs font-medium text-ink-3">
          {heading}
        </div>
      )}
      <div
        role="presentation"
        onPointerMove={onPoint}
        // Keep the focus in the search field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
        className={`flex min-h-8 cursor-default items-center rounded pr-2 text-sm select-none ${isActive ? 'bg-accent-soft text-accent-text' : ''}`}
      >
        {/* For pointers: keys have Space, and an option must not contain a box. */}
        <span
          aria-hidden
          data-add={key}
          onClick={(event) => {
            event.stopPropagation();
            onAdd();
          }}
          className="grid size-8 shrink-0 place-items-center"
        >
          {isSingle && isChosen && <Check className="size-4" />}
          {!isSingle && key !== '' && (
            <span
              className={`grid size-4 place-items-center rounded-[3px] border ${isChosen ? 'border-accent bg-accent text-on-accent' : 'border-control'}`}
            >
              {isChosen && <Check className="size-3" strokeWidth={3} />}
            </span>
          )}
        </span>
        <div
          id={id}
          role="option"
          aria-label={group === undefined ? undefined : `${group}: ${words}`}
          aria-selected={isChosen}
          aria-description={counted}
          className="min-w-0 flex-1 clipped py-1"
        >
          {words}
        </div>
        <span aria-hidden className="pl-2 text-xs text-ink-2">
          {counted}
        </span>
      </div>
    </div>
  );
}
