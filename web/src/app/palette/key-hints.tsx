import { Key } from '../../ui/key.tsx';

interface KeyHintsProps {
  /** The id of the sentence that describes the keys to screen readers. */
  id: string;
  /** The highlighted entry has further actions. */
  hasMore: boolean;
  /** A record's actions are shown. */
  isInside: boolean;
}

/** The footer with the keys; hidden on phones. */
export const KeyHints = ({ id, hasMore, isInside }: KeyHintsProps) => (
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
