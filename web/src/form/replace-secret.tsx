import type { ComponentProps, RefObject } from 'react';
import type { StoredSecret } from './stored-secret.ts';

/** A small button at the end of a label's line. */
export const LabelButton = (rest: ComponentProps<'button'>) => (
  <button
    type="button"
    {...rest}
    className="-my-0.5 h-6 rounded px-1 text-xs text-accent-text hover:underline"
  />
);

interface ReplaceSecretProps {
  stored: StoredSecret;
  /** What is replaced: 'Password', 'SSH key of User 1'. */
  what: string;
  /** The input, which gets the focus once it is editable. */
  input: RefObject<HTMLElement | null>;
}

/** Beside the label of a stored secret: makes it editable, then says that it will be replaced, and takes that back. */
export function ReplaceSecret({ stored, what, input }: ReplaceSecretProps) {
  if (!stored.isKept && !stored.isReplaced) return null;
  const replace = () => {
    stored.replace();
    requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <span className="flex items-center gap-1">
      {stored.isReplaced && (
        <span role="status" className="text-xs text-warn">
          will be replaced
        </span>
      )}
      <LabelButton aria-description={what} onClick={stored.isReplaced ? stored.undo : replace}>
        {stored.isReplaced ? 'Undo' : 'Replace'}
      </LabelButton>
    </span>
  );
}
