import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

type Variant = 'primary' | 'default' | 'ghost' | 'danger' | 'dangerGhost';

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  default: 'border border-line bg-surface text-ink shadow-card hover:bg-sunken',
  ghost: 'text-ink-2 hover:bg-sunken hover:text-ink',
  dangerGhost: 'text-bad hover:bg-sunken',
  danger: 'bg-danger text-on-accent hover:bg-danger-strong',
};

/** Also for links that look like buttons. */
export const buttonClass = (variant: Variant = 'default', className?: string) =>
  clsx(
    'inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md px-3 text-sm font-medium whitespace-nowrap select-none',
    'disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    variants[variant],
    className,
  );

interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant | undefined;
  icon?: LucideIcon | undefined;
  /** Shows a spinner and ignores clicks; the label says what is in progress. */
  busy?: boolean | undefined;
}

export function Button({ variant, icon: Icon, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, className)}
    >
      {busy ? (
        <Spinner />
      ) : (
        Icon && <Icon aria-hidden className="-ml-0.5 size-4 shrink-0" strokeWidth={1.75} />
      )}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: LucideIcon;
}

/** Also for links that look like icon buttons. */
export const iconButtonClass = clsx(
  'inline-grid size-7 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink',
  'disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
);

export function IconButton({ label, icon: Icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      {...rest}
      className={clsx(iconButtonClass, className)}
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  );
}
