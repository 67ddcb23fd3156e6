import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Input } from '../ui/input.tsx';

interface SearchBoxProps {
  value: string;
  onChange: (text: string) => void;
  placeholder: string;
}

export function SearchBox({ value, onChange, placeholder }: SearchBoxProps) {
  return (
    <div className="relative w-full max-w-80 min-w-0 flex-1 basis-52">
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input
        type="search"
        data-list-search
        aria-label="Search"
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          }
        }}
        className="pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded border border-line bg-sunken px-1 font-sans text-xs text-ink-2 max-md:hidden"
      >
        /
      </kbd>
    </div>
  );
}

const typesText = 'input, textarea, select, [contenteditable], [role=combobox]';

/** '/' within a list goes to its search. */
export function slashToSearch(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest(typesText)) return;
  const box = event.currentTarget.querySelector<HTMLInputElement>('[data-list-search]');
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
}
