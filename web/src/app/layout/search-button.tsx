import { Search } from 'lucide-react';
import { Key } from '../../ui/key.tsx';

export interface SearchButtonProps {
  onSearch: () => void;
  /** Called when pointer or focus arrives: a press is likely. */
  onIntent: () => void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the command palette; wide where there is room. */
export const SearchButton = ({ onSearch, onIntent }: SearchButtonProps) => (
  <button
    type="button"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onSearch}
    onPointerEnter={onIntent}
    onFocus={onIntent}
    className="flex h-8 items-center gap-2 rounded-md text-sm text-ink-2 hover:text-ink max-lg:w-8 max-lg:justify-center max-lg:hover:bg-sunken lg:border lg:border-control lg:bg-sunken lg:px-2.5"
  >
    <Search aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
    <span className="max-lg:sr-only">Search or run a command</span>
    <span aria-hidden className="max-lg:hidden">
      <Key>{isApple ? '⌘K' : 'Ctrl K'}</Key>
    </span>
  </button>
);
