import { CopyButton } from './copy-button.tsx';

const maxDots = 8;

/** A secret that is never shown, only copied; an em dash for none. */
export function SecretCell({ value, what }: { value: string | null | undefined; what: string }) {
  if (!value) return <>—</>;
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden className="tracking-wider">
        {'•'.repeat(Math.min(maxDots, value.length))}
      </span>
      <span className="sr-only">Hidden {what}</span>
      <CopyButton value={value} what={what} />
    </span>
  );
}
