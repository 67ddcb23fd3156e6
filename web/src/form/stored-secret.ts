import type { Area } from '@quartermaster/contract/api/areas';
import { createContext, useContext, useState } from 'react';
import { messageOf } from '../api/error.ts';
import { useMay } from '../api/rights.ts';
import { entities } from '../records/entities.ts';
import { keptSecret } from '../records/kept-secrets.ts';
import { reveal } from '../records/secrets.ts';
import { toast } from '../ui/toaster.tsx';

/** The stored record that a form changes; null in a form for a new record. */
export const StoredRecord = createContext<{ area: Area; id: string } | null>(null);

const mask = '••••••••';

/**
 * A secret in a form, which may be stored and not loaded: masked until it is revealed, replaced by typing. It is in
 * memory only while its input shows it, and never in the form's values.
 */
export function useStoredSecret(value: string, path: string | undefined) {
  const stored = useContext(StoredRecord);
  const mayRead = useMay('secrets');
  const [found, setFound] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const isKept = value === keptSecret;
  const isShown = isKept && found !== undefined;

  async function show() {
    if (!stored || path === undefined || isLoading) return;
    setLoading(true);
    try {
      setFound(await reveal(entities[stored.area].entity, stored.id, path, 'reveal'));
    } catch (error) {
      toast({ title: messageOf(error, 'Failed to reveal the secret'), type: 'error' });
    } finally {
      setLoading(false);
    }
  }
  return {
    isKept,
    isShown,
    canShow: isKept && mayRead && stored !== null && path !== undefined,
    /** The text in the input. */
    text: isKept ? (found ?? mask) : value,
    show: () => void show(),
    hide: () => setFound(undefined),
    /** The text typed over the mask, without the mask. */
    typed: (text: string) => (isKept && found === undefined ? text.replaceAll('•', '') : text),
  };
}
