import { ChevronDown } from 'lucide-react';

/** The class of a control that opens a filter's choices. */
export const filterLook = (isSet: boolean): string =>
  `inline-flex h-8 items-center gap-1.5 rounded-md border px-3 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent ${
    isSet
      ? 'border-accent bg-accent-soft text-accent-text'
      : 'border-line bg-surface text-ink hover:bg-sunken'
  }`;

interface NativeFilterProps {
  label: string;
  /** The visible text. */
  text: string;
  /** The option that clears the filter. */
  allLabel: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A transparent native select on top gives every device its own picker. */
export const NativeFilter = ({ label, text, options, value, onChange, allLabel }: NativeFilterProps) => (
  <span className={`relative ${filterLook(value !== undefined)}`}>
    <span aria-hidden className="max-w-56 clipped">
      {text}
    </span>
    <ChevronDown size={14} aria-hidden className="text-ink-3" />
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
    >
      <option value="">{allLabel}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </span>
);
