import { useState } from 'react';
import { messageOf } from '../api/error.ts';
import type { Versioned } from '../records/entity.ts';
import { reveal } from '../records/secrets.ts';
import { toast } from '../ui/toaster.tsx';

export type Secretive = Parameters<typeof reveal>[0];

/** A secret of a record, read from the server when it is asked for; in memory only while it is shown. */
export function useRevealed(entity: Secretive, record: Versioned, path: string) {
  const [shown, setShown] = useState<{ text: string; of: string }>();
  const [isLoading, setLoading] = useState(false);
  // Changed meanwhile: what was revealed may be outdated.
  const of = `${record.id} ${record.updatedAt}`;
  const read = (via: 'reveal' | 'copy') => reveal(entity, record.id, path, via);
  async function show() {
    if (isLoading) return;
    setLoading(true);
    try {
      setShown({ text: await read('reveal'), of });
    } catch (error) {
      toast({ title: messageOf(error, 'Failed to reveal the secret'), type: 'error' });
    } finally {
      setLoading(false);
    }
  }
  return {
    text: shown?.of === of ? shown.text : undefined,
    isLoading,
    show: () => void show(),
    hide: () => setShown(undefined),
    read,
  };
}
