import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import { NativeFilter, filterLook } from './native-filter.tsx';
import type { FacetTriggerProps } from './facet-options.ts';
import { tableMedia, useMedia } from '../../ui/use-media.ts';

const FacetPopover = deferred(() => import('./facet-popover.tsx'));

/** A filter's choices: a searchable list, or on a phone the device's own picker, which takes one of several values. */
export function FacetTrigger(props: FacetTriggerProps) {
  const { label, text, chosen, onWanted = nothing } = props;
  const isWide = useMedia(tableMedia);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  if (!isWide) return <NativeFacet {...props} />;
  const show = (letter = '') => {
    onWanted();
    setTyped(letter === '' ? '' : typed + letter);
    setOpen(true);
  };
  const pressed = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
    if (!isLetter && key !== 'ArrowDown') return;
    event.preventDefault();
    show(isLetter ? key : '');
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onPointerEnter={onWanted}
        onFocus={onWanted}
        onKeyDown={pressed}
        // A key that opened the list may be followed by others before the list has the focus: they don't close it.
        onClick={({ detail: presses }) => {
          if (!isOpen) show();
          else if (presses > 0) setOpen(false);
        }}
        className={filterLook(chosen.length > 0)}
      >
        <span className="max-w-56 clipped">{text}</span>
        <ChevronDown size={14} aria-hidden className="text-ink-3" />
      </button>
      {isOpen && (
        <FacetPopover
          {...props}
          id={list}
          anchor={button}
          typed={typed}
          onTyped={setTyped}
          onClose={() => {
            setOpen(false);
            setTyped('');
          }}
        />
      )}
    </>
  );
}

function NativeFacet({ options = [], chosen, onChosen, onWanted = nothing, ...props }: FacetTriggerProps) {
  useEffect(onWanted);
  const [only] = chosen;
  const choices = options.map(({ key, words, group }) => ({
    value: key,
    label: group === undefined ? words : `${group}: ${words}`,
  }));
  const isOne = chosen.length < 2;
  return (
    <NativeFilter
      {...props}
      options={isOne ? choices : [{ value: several, label: props.text }, ...choices]}
      value={isOne ? only : several}
      onChange={(key) => onChosen(key === undefined ? [] : [key])}
    />
  );
}

const several = '*';
const nothing = () => undefined;
