import {
  type ExpirationState,
  expirationKinds,
  expirationLabels,
  expirationStates,
} from '@quartermaster/contract/expirations/expirations.routes';

export const stateLabels: Readonly<Record<ExpirationState, string>> = {
  dated: 'Dated',
  unknown: 'Unknown',
  unpublished: 'Not published',
  unregistered: 'Not registered',
  unchecked: 'Not checked',
};
/** Said of what has no date, beside its state. */
export const noDate = 'No date';
const undatedStates = expirationStates.filter((state) => state !== 'dated');

interface Undated {
  words: string;
  filters: { state: ExpirationState; hasDate: 'true' | 'false' };
}

/** What a look-up has not dated, in groups that filters list. */
export const undated: readonly Undated[] = [
  ...undatedStates.map((state): Undated => ({
    words: stateLabels[state],
    filters: { state, hasDate: 'false' },
  })),
  // The registry publishes none, so the typed one is all that there is.
  {
    words: 'Entered by hand, not confirmed',
    filters: { state: 'unpublished', hasDate: 'true' },
  },
];

export const whatOptions = expirationKinds.map((key) => ({
  key,
  words: expirationLabels[key],
}));
export const stateOptions = expirationStates.map((key) => ({ key, words: stateLabels[key] }));
