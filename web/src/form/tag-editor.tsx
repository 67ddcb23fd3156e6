import { limits } from '@quartermaster/contract/rules/limits';
import { type Tag, tagKey } from '@quartermaster/contract/rules/tags';
import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TagChip } from '../ui/tag-chip.tsx';
import { AdvancedTagInput } from './advanced-tag-input.tsx';
import { SimpleTagInput } from './simple-tag-input.tsx';

interface TagEditorProps {
  value: readonly Tag[];
  onChange: (tags: Tag[]) => void;
  /** The tags in use, for suggestions. */
  available?: AvailableTags | undefined;
  /** The initial mode; the user can switch. */
  mode?: 'simple' | 'advanced';
  error?: string | undefined;
}

export function TagEditor({
  value,
  onChange,
  available = [],
  mode: first = 'simple',
  error,
}: TagEditorProps) {
  const [mode, setMode] = useState(first);
  const other = mode === 'simple' ? 'advanced' : 'simple';
  const root = useRef<HTMLDivElement>(null);
  const focusInput = () => root.current?.querySelector('input')?.focus();
  const turn = () => {
    // The pressed button disappears with its mode; move the focus to the new input.
    flushSync(() => setMode(other));
    focusInput();
  };
  const remove = (tag: Tag) => {
    focusInput();
    onChange(value.filter((kept) => kept !== tag));
  };
  const TagInput = mode === 'simple' ? SimpleTagInput : AdvancedTagInput;
  return (
    <div ref={root} className="grid gap-2">
      <TagInput
        value={value}
        available={available}
        error={error}
        onAdd={(tag) => onChange([...value, tag])}
        counter={value.length > 0 && <span className="ml-auto">{`${value.length}/${limits.tags}`}</span>}
        after={
          <button
            type="button"
            className="-my-0.5 h-6 rounded px-1 text-xs text-accent-text hover:underline"
            onClick={turn}
          >
            {other === 'simple' ? 'Simple' : 'Advanced'}
          </button>
        }
      />
      {value.length > 0 && (
        <ul aria-label="Chosen tags" className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <li key={tagKey(tag)} className="min-w-0">
              <TagChip tag={tag} onRemove={remove} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
