import { Dialog } from '@base-ui/react/dialog';

/** Dims what is below a dialog, also where that is another dialog. */
export const DialogBackdrop = ({ appears = true }: { appears?: boolean }) => (
  <Dialog.Backdrop forceRender className={`fixed inset-0 z-50 bg-scrim ${appears ? 'appear' : ''}`} />
);
