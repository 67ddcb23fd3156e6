import { CopyButton } from './copy-button.tsx';

/** A function that reveals a stored secret; 'hidden' if the person may not read it; null if none is stored. */
export type Secret = (() => Promise<string>) | 'hidden' | null;

interface SecretCellProps {
  value: Secret;
  what: string;
}

/** A secret that can be copied but is never shown; an em dash for none. Hides the length too. */
export const SecretCell = ({ value, what }: SecretCellProps) =>
  value ? (
    <span className="inline-flex items-center">
      <span aria-hidden className="tracking-wider text-ink-2">
        ••••••••
      </span>
      <span className="sr-only">Hidden {what}</span>
      {value !== 'hidden' && (
        <span className="tools">
          <CopyButton value={value} what={what} />
        </span>
      )}
    </span>
  ) : (
    '—'
  );
