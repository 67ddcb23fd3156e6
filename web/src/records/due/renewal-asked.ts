import { create } from 'zustand';
import type { Due } from './due.ts';

interface Asked {
  dues: readonly Due[];
  onDone: () => void;
}

const nothing: Asked = { dues: [], onDone: () => undefined };

/** What the dialog asks about, and what follows when it is saved. */
export const useRenewalAsked = create<Asked>(() => nothing);
export const askRenewal = (dues: readonly Due[], onDone = nothing.onDone): void =>
  useRenewalAsked.setState({ dues, onDone });
export const closeRenewal = (): void => useRenewalAsked.setState(nothing);
