import { create } from 'zustand';

/** The act that the dialog asks about. */
export const useUndoAsked = create<{ batchId: string | null }>(() => ({ batchId: null }));
export const askUndo = (batchId: string): void => useUndoAsked.setState({ batchId });
export const closeUndo = (): void => useUndoAsked.setState({ batchId: null });
