import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { Input } from '../../ui/input.tsx';
import { Key } from '../../ui/key.tsx';
import { useHotkeys } from '../../ui/use-hotkeys.ts';

interface SearchBoxProps {
  value: string;
  onChange: (text: string) => void;
  placeholder: string;
  /** Moves the focus to the first row. */
  onEnter: () => void;
}

export function SearchBox({ value, onChange, placeholder, onEnter }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  return (
    <div className="relative w-full min-w-0 flex-1 basis-40 md:max-w-80 md:basis-52">
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input
        ref={input}
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onEnter();
          }
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          }
        }}
        className="pr-8 pl-8 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
      />
      {value === '' ? (
        <span
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 max-md:hidden"
        >
          <Key>/</Key>
        </span>
      ) : (
        <button
          type="button"
          aria-label="Remove search text"
          data-tip="Remove search text"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
          className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
