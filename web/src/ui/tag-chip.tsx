import type { Tag } from '@quartermaster/contract/rules/tags';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { tagTone, toneClass } from './tone.ts';

const chip = 'inline-flex min-w-0 items-center gap-1 px-1.5 text-xs';
const small = 'h-5 rounded';
/** The same size, inside a transparent border that is clickable too. */
const clickable = 'h-6 rounded-[4px/6px] border-y-2 border-transparent bg-clip-padding hover:underline';

interface TagChipProps {
  tag: Tag;
  /** What a click does, e.g. filter by the tag. */
  onClick?: ((tag: Tag) => void) | undefined;
  onRemove?: ((tag: Tag) => void) | undefined;
}

function TagText({ tag }: { tag: Tag }) {
  return (
    <>
      {tag.color && (
        <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ backgroundColor: tag.color }} />
      )}
      {/* Where there is no room for both, the value wraps over the type and hides it. */}
      <span className="flex h-4 min-w-0 flex-wrap content-end justify-center overflow-clip whitespace-pre">
        {tag.type}: <b className="max-w-full overflow-clip font-semibold text-ellipsis">{tag.value}</b>
      </span>
    </>
  );
}

export function TagChip({ tag, onClick, onRemove }: TagChipProps) {
  const look = clsx(
    chip,
    onRemove ? 'max-w-full' : 'max-w-48 max-md:max-w-full',
    toneClass[tagTone(tag.type)],
  );
  const text = `${tag.type}: ${tag.value}`;
  if (onClick)
    return (
      <button
        type="button"
        data-tip={`Filter by ${text}`}
        className={clsx(look, clickable)}
        onClick={() => onClick(tag)}
      >
        <TagText tag={tag} />
      </button>
    );
  return (
    <span className={clsx(look, onRemove ? 'h-6 rounded pr-0' : small)}>
      <TagText tag={tag} />
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${text}`}
          className="grid size-6 shrink-0 place-items-center rounded hover:bg-surface/60"
          onClick={() => onRemove(tag)}
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

interface TagListProps {
  tags: readonly Tag[];
  onTag?: ((tag: Tag) => void) | undefined;
}

const shown = 2;

/** Two tags, then how many more there are; an em dash for none. */
export function TagList({ tags, onTag }: TagListProps) {
  if (tags.length === 0) return <>—</>;
  const rest = tags
    .slice(shown)
    .map(({ type, value }) => `${type}: ${value}`)
    .join(', ');
  return (
    <span className="flex min-w-0 items-center gap-1 max-md:flex-wrap">
      {tags.slice(0, shown).map((tag, place) => (
        <TagChip key={place} tag={tag} onClick={onTag} />
      ))}
      {rest !== '' && (
        <span data-tip={rest} className={clsx(chip, small, 'shrink-0', toneClass.mute)}>
          <span aria-hidden>+{tags.length - shown}</span>
          <span className="sr-only">and {rest}</span>
        </span>
      )}
    </span>
  );
}
