import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, unmanaged } from './input.tsx';

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...(rest.autoComplete === 'off' && unmanaged)}
      {...rest}
      className={clsx(controlClass, 'py-1.5', className)}
    />
  );
}
