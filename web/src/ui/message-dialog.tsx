import { deferred } from './deferred.tsx';

/** A message with an 'OK' button. */
export const MessageDialog = deferred(async () => ({
  default: (await import('./dialog-popups.tsx')).MessagePopup,
}));
