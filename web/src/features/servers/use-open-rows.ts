import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { useMemo, useState } from 'react';

/** Which rows show all of their users. */
export function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      open,
      onToggle: ({ id }: Server) =>
        setOpen(new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])),
    }),
    [open],
  );
}
