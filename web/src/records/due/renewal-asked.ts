import { create } from 'zustand';
import type { Due } from './due.ts';

/** What the dialog asks about. */
export const useRenewalAsked = create<{ dues: readonly Due[] }>(() => ({ dues: [] }));
export const askRenewal = (dues: readonly Due[]): void => useRenewalAsked.setState({ dues });
export const closeRenewal = (): void => useRenewalAsked.setState({ dues: [] });
