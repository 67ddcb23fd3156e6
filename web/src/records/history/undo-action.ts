import { messageOf } from '../../api/error.ts';
import { toast } from '../../ui/toaster.tsx';

/** Every list can offer Undo, and few people press it: how it is done is loaded then. */
async function loadAndUndo(batchId: string): Promise<void> {
  try {
    const { undo } = await import('./undo.ts');
    await undo(batchId);
  } catch (error) {
    toast({ title: messageOf(error, 'Failed to undo'), type: 'error' });
  }
}

/** The button of a toast about what was just done. */
export const undoAction = (batchId: string | null) =>
  batchId === null ? undefined : { label: 'Undo', run: () => void loadAndUndo(batchId) };
