import { useMemo, useState } from 'react';
import type { Identified } from '../../records/entity.ts';

/** The rows that show all of their users. */
export function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      open,
      onToggle: ({ id }: Identified) =>
        setOpen(new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])),
    }),
    [open],
  );
}
