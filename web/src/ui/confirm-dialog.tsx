import { deferred } from './deferred.tsx';

const load = () => import('./dialog-popups.tsx');

/** Asks before something that can't be taken back. Escape cancels; the focus begins on Cancel. */
export const ConfirmDialog = deferred(async () => ({ default: (await load()).ConfirmPopup }));

/** A message with an 'OK' button. */
export const MessageDialog = deferred(async () => ({ default: (await load()).MessagePopup }));
