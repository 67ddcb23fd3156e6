import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { limits } from '@quartermaster/contract/rules/limits';
import { ArrowLeft, Search, X } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { MarkedWords } from '../../ui/marked.tsx';
import { IconButton } from '../../ui/button.tsx';
import { takeTyped } from '../../ui/early-keys.ts';
import { Choices } from './choices.tsx';
import type { Entry, Found } from './entry.ts';
import { PaletteNotice } from './palette-notice.tsx';
import { useEntries } from './use-entries.ts';
import { Key } from '../../ui/key.tsx';

interface PaletteProps {
  input: RefObject<HTMLInputElement | null>;
  onRun: (entry: Entry) => void;
}

interface Highlight {
  entry: Entry | undefined;
  /** Whether the person highlighted it; otherwise the first entry is. */
  isChosen: boolean;
}

type Key = Parameters<NonNullable<Autocomplete.Input.Props['onKeyDown']>>[0];

/** The input and its results. A record leads on to its actions, and back. */
export function Palette({ input, onRun }: PaletteProps) {
  const hint = useId();
  const [typed, setTyped] = useState('');
  const [subject, setSubject] = useState<Found | null>(null);
  const [typedAction, setTypedAction] = useState('');
  const [{ entry, isChosen }, setHighlight] = useState<Highlight>({ entry: undefined, isChosen: false });
  const text = subject ? typedAction : typed;
  const { groups, isStale, error, retry } = useEntries(text.trim(), subject);

  // Enter was pressed before the answer came: run the first result once it is there.
  const isAwaited = useRef(false);
  const first = groups[0]?.items[0];
  useEffect(() => {
    if (!isAwaited.current || isStale) return;
    isAwaited.current = false;
    if (first) onRun(first);
  }, [isStale, first, onRun]);

  const setText = (next: string) => {
    isAwaited.current = false;
    if (subject) setTypedAction(next);
    else setTyped(next);
  };
  const goInto = (found: Found) => {
    setSubject(found);
    setTypedAction('');
    input.current?.focus();
  };
  const goBack = () => {
    setSubject(null);
    input.current?.focus();
  };

  const pressed = (event: Key) => {
    const take = (work: () => void) => {
      event.preventDefault();
      event.preventBaseUIHandler();
      work();
    };
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const found = entry?.found;
    if (event.nativeEvent.isComposing) return undefined;
    if (found && leadsOn(event, selectionStart === value.length)) return take(() => goInto(found));
    if (subject && leadsBack(event, selectionEnd === 0)) return take(goBack);
    const isFirstComing = isStale && !isChosen && (!entry || entry.found);
    if (event.key === 'Enter' && isFirstComing) return take(() => (isAwaited.current = true));
    return undefined;
  };

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      itemToStringValue={({ label }: Entry) => label}
      value={text}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
      onItemHighlighted={(next: Entry | undefined, { reason }) =>
        setHighlight({ entry: next, isChosen: reason !== 'none' })
      }
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-3.5">
        {subject ? (
          <IconButton label="Back" icon={ArrowLeft} className="-mx-1.5" onClick={goBack} />
        ) : (
          <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
        )}
        <Autocomplete.Input
          ref={input}
          aria-label={subject ? 'What to do' : 'Search or run a command'}
          aria-describedby={hint}
          placeholder={
            subject ? `What to do with ${shownName(subject.area, subject.name)}` : 'Search or run a command'
          }
          maxLength={limits.search}
          autoComplete="off"
          spellCheck={false}
          onFocus={() => {
            const early = takeTyped();
            if (early) setText(early);
          }}
          onKeyDown={pressed}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <Dialog.Close render={<IconButton label="Close" icon={X} className="size-8 md:hidden" />} />
      </div>
      <MarkedWords search={text}>
        <Choices onRun={onRun} onMore={goInto} />
      </MarkedWords>
      <PaletteNotice groups={groups} typed={text.trim()} isStale={isStale} error={error} onRetry={retry} />
      <KeyHints id={hint} hasMore={entry?.found !== undefined} isInside={subject !== null} />
    </Autocomplete.Root>
  );
}

const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: Key) => !ctrlKey && !metaKey && !altKey && !shiftKey;

const leadsOn = (event: Key, atEnd: boolean): boolean =>
  event.key === 'Enter'
    ? event.ctrlKey || event.metaKey
    : isPlain(event) && (event.key === 'Tab' || (event.key === 'ArrowRight' && atEnd));

const leadsBack = (event: Key, atStart: boolean): boolean =>
  event.key === 'Escape' ||
  (event.key === 'Tab' && event.shiftKey) ||
  (isPlain(event) && atStart && (event.key === 'ArrowLeft' || event.key === 'Backspace'));

interface KeyHintsProps {
  /** The id of the sentence that describes the keys to screen readers. */
  id: string;
  /** The highlighted entry has further actions. */
  hasMore: boolean;
  /** A record's actions are shown. */
  isInside: boolean;
}

/** The footer with the keys; hidden on phones. */
const KeyHints = ({ id, hasMore, isInside }: KeyHintsProps) => (
  <div className="flex h-9 shrink-0 items-center gap-4 border-t border-line bg-sunken px-3.5 text-xs text-ink-2 max-md:hidden">
    <p id={id} className="sr-only">
      Enter runs what is highlighted. The right arrow lists what else can be done with a record.
    </p>
    <Hint keys={['↑', '↓']}>move</Hint>
    <Hint keys={['↵']}>{isInside ? 'run' : 'open'}</Hint>
    {hasMore && <Hint keys={['→']}>more actions</Hint>}
    {isInside ? <Hint keys={['←', 'esc']}>back</Hint> : <Hint keys={['esc']}>close</Hint>}
  </div>
);

const Hint = ({ keys, children }: { keys: string[]; children: string }) => (
  <span aria-hidden className="flex items-center gap-1">
    {keys.map((key) => (
      <Key key={key}>{key}</Key>
    ))}
    <span className="ml-0.5">{children}</span>
  </span>
);
