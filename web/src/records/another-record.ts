import { createContext } from 'react';

/** Replaces the form for a new record by a blank one; undefined where a form closes once it is saved. */
export const AnotherRecordContext = createContext<(() => void) | undefined>(undefined);
