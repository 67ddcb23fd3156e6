import { create } from 'zustand';

/** Whether the workspace refused the person because it requires a second factor, which they do not have. */
export const useLacksFactor = create(() => false);

export const setLacksFactor = (lacks: boolean): void => useLacksFactor.setState(lacks, true);
