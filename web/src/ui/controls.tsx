import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** 16 px on touch widths stops iOS from zooming in. */
export const controlClass = clsx(
  'w-full rounded-md border border-control bg-surface px-2.5 text-base text-ink max-md:text-lg',
  'focus:outline-2 focus:outline-offset-0 focus:outline-accent',
  'aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-3 [&[readonly]]:bg-sunken',
);

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={clsx(controlClass, 'h-8 max-md:h-10', className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={clsx(controlClass, 'py-1.5', className)} />;
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative inline-block w-full', className)}>
      <select {...rest} className={clsx(controlClass, 'h-8 appearance-none truncate pr-8 max-md:h-10')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}

/** A box and its words, which belong to its target. */
export function Checkbox({ children, className, ...rest }: ComponentProps<'input'>) {
  return (
    <label className={clsx('flex min-h-6 items-center gap-2 text-base has-disabled:text-ink-3', className)}>
      <input type="checkbox" {...rest} className={checkboxClass} />
      {children}
    </label>
  );
}

export const checkboxClass = 'size-4 shrink-0 accent-accent';
