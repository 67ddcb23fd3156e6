import { createContext } from 'react';

/** Links to the neighbours of a record in the list that it was opened from; undefined at the ends. */
export interface Steps {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

export const StepsContext = createContext<Steps | undefined>(undefined);
