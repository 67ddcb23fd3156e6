import { type KeyboardEvent, useState } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';

interface ChangeAllProps {
  header: string;
  text: string;
  /** How many cells of the column say the same. */
  count: number;
  onChange: (to: string) => void;
}

/** Changes all cells of a column that say the same. */
export function ChangeAll({ header, text, count, onChange }: ChangeAllProps) {
  const [typed, setTyped] = useState<string>();
  const label = `Change all ${formatNumber(count)} “${text}” to`;
  if (typed === undefined)
    return (
      <button
        type="button"
        aria-label={`${label} …, in ${header}`}
        onClick={() => setTyped('')}
        className="max-w-80 rounded px-1 text-left text-xs wrap-anywhere text-accent-text hover:underline"
      >
        {label} …
      </button>
    );
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    // Ctrl+Enter would import what was typed over.
    event.stopPropagation();
    setTyped(undefined);
    if (event.key === 'Enter') onChange(typed);
  };
  return (
    <label className="grid max-w-80 min-w-40 gap-0.5 px-1 text-xs wrap-anywhere text-ink-2">
      {label}
      <Input
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder="Nothing"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={pressed}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  );
}
