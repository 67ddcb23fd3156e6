import { create } from 'zustand';

/** Whether the server answered the latest request; the browser's own guess is unreliable. */
export const useReachable = create(() => true);

export const setReachable = (isReachable: boolean): void => useReachable.setState(isReachable, true);
