import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** The box alone; wrap it in a label. */
export function Checkbox({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type="checkbox" className={clsx('check shrink-0', className)} />;
}
