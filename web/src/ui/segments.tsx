import { useId } from 'react';

interface SegmentsProps<T extends string> {
  label: string;
  /** Below the choice. */
  hint?: string;
  options: Readonly<Record<T, string>>;
  value: T | null;
  onChange: (value: T) => void;
}

/** One of a few words, all in view. */
export function Segments<T extends string>({ label, hint, options, value, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex w-fit max-w-full flex-wrap gap-1 rounded-md border border-line bg-sunken p-0.5">
        {(Object.entries(options) as [T, string][]).map(([each, text]) => (
          <label
            key={each}
            className="flex min-h-7 cursor-pointer items-center rounded px-2.5 text-sm text-ink-2 has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={each === value}
              onChange={() => onChange(each)}
            />
            {text}
          </label>
        ))}
      </div>
      {hint && <p className="text-xs text-ink-2">{hint}</p>}
    </fieldset>
  );
}
