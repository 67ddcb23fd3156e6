import { create } from 'zustand';

/** Whether the workspace requires a second factor that the person does not have. */
export const useLacksFactor = create(() => false);

export const setLacksFactor = (lacks: boolean): void => useLacksFactor.setState(lacks, true);
