import { createContext } from 'react';

/** Links from a record's form to those of its neighbours in the list; undefined at the ends. */
export interface FormSteps {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

export const FormStepsContext = createContext<FormSteps | undefined>(undefined);
