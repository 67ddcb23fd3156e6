import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { moveComment } from '@quartermaster/contract/rules/secret-comments';
import { counted } from '../../records/count-text.ts';
import { Button } from '../../ui/button.tsx';
import type { RowFilter } from './preview-counters.tsx';
import type { OptionChanges } from './use-import.ts';

interface SecretCommentsProps {
  shown: Pick<Import, 'notes' | 'options'>;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  onChange: (options: OptionChanges) => void;
}

/** How many comments look like they hold a password, and where they go. */
export function SecretComments({
  shown: { notes, options },
  filter,
  onFilter,
  onChange,
}: SecretCommentsProps) {
  const count = notes?.password ?? 0;
  if (count === 0) return null;
  const isSealing = options.secretComments === 'seal';
  const isShown = filter.note === 'password';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-warn">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => onFilter(isShown ? {} : { note: 'password' })}
        className="underline"
      >
        {counted({ one: 'comment' }, count)}
      </button>
      <Button onClick={() => onChange({ secretComments: isSealing ? 'keep' : 'seal' })}>
        {isSealing ? 'Keep them as comments' : moveComment}
      </Button>
      {isSealing && <span className="text-ink-2">They go to the secure note.</span>}
    </div>
  );
}
