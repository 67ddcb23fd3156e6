import { createContext } from 'react';

/** True in the form of a record that the person may read, but not change. */
export const ReadOnly = createContext(false);
