import type { Area } from '@quartermaster/contract/api/areas';
import type { WithoutSecrets } from '@quartermaster/contract/rules/secrets';
import { createContext, useContext, useState } from 'react';
import { messageOf } from '../api/error.ts';
import { useMay } from '../api/rights.ts';
import { entities } from '../records/entities.ts';
import { keptSecret } from '../records/kept-secrets.ts';
import { reveal } from '../records/secrets.ts';
import { toast } from '../ui/toaster.tsx';

/** The stored record that a form changes; null in a form for a new record. */
export const StoredRecord = createContext<({ area: Area; id: string } & WithoutSecrets) | null>(null);

const mask = '••••••••';

/** A secret in a form. */
export interface SecretValue {
  value: string;
  onChange: (value: string) => void;
  /** The path of a stored secret in the record: 'password', 'users.<id>.password'. */
  path?: string | undefined;
}

/**
 * A secret in a form, which may be stored and not loaded: it can be revealed, and edited only once it is to be replaced,
 * so that nothing fills it unnoticed. Revealed, it is in memory while its input shows it, and never in the form's values.
 */
export function useStoredSecret({ value, onChange, path }: SecretValue) {
  const record = useContext(StoredRecord);
  const mayRead = useMay('secrets');
  const [found, setFound] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const isKept = value === keptSecret;
  const isStored = path !== undefined && (record?.secretFields ?? []).includes(path);

  async function read(via: 'reveal' | 'copy'): Promise<string> {
    if (!isKept) return value;
    if (found !== undefined && via === 'reveal') return found;
    if (!record || path === undefined) throw new Error('Nothing is stored there');
    return reveal(entities[record.area].entity, record.id, path, via);
  }
  async function show() {
    if (isLoading) return;
    setLoading(true);
    try {
      setFound(await read('reveal'));
    } catch (error) {
      toast({ title: messageOf(error, 'Failed to reveal the secret'), type: 'error' });
    } finally {
      setLoading(false);
    }
  }
  return {
    /** Stored and untouched, so not editable. */
    isKept,
    isShown: isKept && found !== undefined,
    isReplaced: isStored && !isKept,
    canShow: isKept && mayRead && record !== null && path !== undefined,
    /** The text in the input. */
    text: isKept ? (found ?? mask) : value,
    /** The secret itself, typed or stored. */
    read,
    show: () => void show(),
    hide: () => setFound(undefined),
    replace: () => {
      setFound(undefined);
      onChange('');
    },
    undo: () => onChange(keptSecret),
  };
}
export type StoredSecret = ReturnType<typeof useStoredSecret>;
