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
export const undatedStates = expirationStates.filter((state) => state !== 'dated');

export const whatOptions = expirationKinds.map((key) => ({
  key,
  words: expirationLabels[key],
}));
export const stateOptions = expirationStates.map((key) => ({ key, words: stateLabels[key] }));
