import { type ReactNode, useId } from 'react';

/** The attributes that connect an input with its label, hint and error. */
export interface FieldAria {
  id: string;
  'aria-labelledby'?: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
}

/** What surrounds the input of a field. */
export interface LabelledProps {
  label: string;
  required?: boolean | undefined;
  /** Below the input, on the left. */
  hint?: ReactNode;
  error?: string | undefined;
  /** At the right end of the label's line. */
  after?: ReactNode;
  /** Below the input, on the right: a counter. */
  counter?: ReactNode;
  /** Below everything else. */
  note?: ReactNode;
}

interface FieldProps extends LabelledProps {
  /** Contains several inputs, with labels of their own. */
  isGroup?: boolean;
  children: (aria: FieldAria) => ReactNode;
}

export function Field({
  label,
  required = false,
  hint,
  error,
  after,
  counter,
  note,
  isGroup = false,
  children,
}: FieldProps) {
  const id = useId();
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-2">
        <label htmlFor={isGroup ? undefined : id} id={`${id}-label`} className="text-sm font-medium">
          {label}
          {required && (
            <span aria-hidden className="text-bad">
              {' *'}
            </span>
          )}
        </label>
        {after}
      </div>
      {children({
        id,
        ...(isGroup && { 'aria-labelledby': `${id}-label` }),
        'aria-invalid': error !== undefined,
        'aria-describedby': notes || undefined,
        'aria-required': required || undefined,
      })}
      {(error || hint || counter) && (
        <div className="flex justify-between gap-3 text-xs text-ink-2">
          <div>
            {error && (
              <p id={`${id}-error`} role="alert" className="text-bad">
                {error}
              </p>
            )}
            {hint && <p id={`${id}-hint`}>{hint}</p>}
          </div>
          {counter}
        </div>
      )}
      {note}
    </div>
  );
}
