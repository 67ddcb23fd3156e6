import { folded, matchedParts, searchWords } from '@quartermaster/contract/rules/folded';
import { type ReactNode, createContext, use, useMemo } from 'react';

const Words = createContext<readonly string[]>([]);

/** Marks the words of a search in every `Marked` below. */
export function MarkedWords({ search, children }: { search: string; children: ReactNode }) {
  const words = useMemo(() => searchWords(search).map(folded), [search]);
  return <Words value={words}>{children}</Words>;
}

const Text = ({ text, words }: { text: string; words: readonly string[] }) =>
  matchedParts(text, words).map((part, place) =>
    part.isMatch ? (
      <mark key={place} className="rounded-xs bg-warn-soft text-inherit">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );

/** A text that search covers, with the searched words marked. */
export function Marked({ children }: { children: ReactNode }) {
  const words = use(Words);
  return words.length > 0 && typeof children === 'string' ? <Text text={children} words={words} /> : children;
}
