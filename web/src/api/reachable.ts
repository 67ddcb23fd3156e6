import { create } from 'zustand';

/** Whether the server answered the last call: the browser's own guess is not reliable. */
export const useReachable = create(() => true);

export const setReachable = (isReachable: boolean): void => useReachable.setState(isReachable, true);
