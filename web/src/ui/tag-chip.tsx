import type { Tag } from '@quartermaster/contract/rules/tags';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { createContext, useContext, useState } from 'react';
import { Marked } from './marked.tsx';
import { tagTone, toneClass } from './tone.ts';

const chip = 'inline-flex min-w-0 items-center gap-1 px-1.5 text-xs';
const small = 'h-5 rounded';
/** The same size, inside a transparent border that is clickable too. */
const clickable = 'h-6 rounded-[4px/6px] border-y-2 border-transparent bg-clip-padding hover:underline';

interface TagChipProps {
  tag: Tag;
  /** Called on a click, e.g. to filter by the tag. */
  onClick?: ((tag: Tag) => void) | undefined;
  onRemove?: ((tag: Tag) => void) | undefined;
}

function TagText({ tag }: { tag: Tag }) {
  return (
    <>
      {tag.color && (
        <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ backgroundColor: tag.color }} />
      )}
      <span className="clipped">
        <Marked>{tag.type}</Marked>:{' '}
        <b className="font-semibold">
          <Marked>{tag.value}</Marked>
        </b>
      </span>
    </>
  );
}

export function TagChip({ tag, onClick, onRemove }: TagChipProps) {
  const look = clsx(chip, 'max-w-full', toneClass[tagTone(tag.type)]);
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
  /** The available width in pixels. */
  room?: number;
}

const textOf = ({ type, value }: Tag) => `${type}: ${value}`;

/** The approximate width of a chip with the gap after it. */
const widthOf = (tag: Tag) => 6.4 * textOf(tag).length + (tag.color ? 28 : 16);

/** How many tags are shown before unfolding: two if both fit whole, otherwise one. */
function shownFirst(tags: readonly Tag[], room: number): number {
  const [first, second] = tags;
  if (!first || !second) return tags.length;
  const rest = tags.length > 2 ? 30 : 0;
  return widthOf(first) + widthOf(second) + rest <= room ? 2 : 1;
}

/** The tags of unfolded rows; kept because a row that scrolls out of sight is rendered anew. */
const unfolded = new WeakSet<readonly Tag[]>();

/** Whether the page is being printed: paper unfolds nothing. */
export const PaperContext = createContext(false);

/** The first tags, and a button that unfolds the rest; an em dash for none. */
export function TagList({ tags, onTag, room = 280 }: TagListProps) {
  const isPaper = useContext(PaperContext);
  const [isUnfolded, setOpen] = useState(unfolded.has(tags));
  const isOpen = isUnfolded || isPaper;
  if (tags.length === 0) return <>—</>;
  const first = shownFirst(tags, room);
  const count = isOpen ? tags.length : first;
  const rest = tags.slice(count).map(textOf).join(', ');
  return (
    <span className={clsx('flex min-w-0 items-center gap-1 max-md:flex-wrap', isOpen && 'flex-wrap py-1')}>
      {tags.slice(0, count).map((tag, place) => (
        <TagChip key={place} tag={tag} onClick={onTag} />
      ))}
      {tags.length > first && (
        <button
          type="button"
          aria-expanded={isOpen}
          data-tip={isOpen ? 'Fewer tags' : rest}
          className={clsx(chip, clickable, 'no-print min-w-6 shrink-0 justify-center', toneClass.mute)}
          onClick={() => {
            unfolded[isOpen ? 'delete' : 'add'](tags);
            setOpen(!isOpen);
          }}
        >
          <span aria-hidden>{isOpen ? '−' : `+${tags.length - count}`}</span>
          <span className="sr-only">{isOpen ? 'Fewer tags' : `and ${rest}`}</span>
        </button>
      )}
    </span>
  );
}
