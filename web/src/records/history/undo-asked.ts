import { create } from 'zustand';
import { messageOf } from '../../api/error.ts';
import { toast } from '../../ui/toaster.tsx';

/** The act that the dialog asks about. */
export const useUndoAsked = create<{ batchId: string | null }>(() => ({ batchId: null }));
export const askUndo = (batchId: string): void => useUndoAsked.setState({ batchId });
export const closeUndo = (): void => useUndoAsked.setState({ batchId: null });

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
