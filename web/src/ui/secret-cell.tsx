import { CopyButton } from './copy-button.tsx';

/** What fetches a secret that is set; 'hidden' if it may not be read; null if none is set. */
export type Secret = (() => Promise<string>) | 'hidden' | null;

interface SecretCellProps {
  value: Secret;
  what: string;
}

/** A secret that is never shown, only copied; an em dash for none. Its length is part of the secret. */
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
