import { route } from '../api/route.ts';

/** Waiting: for its time. Failed: its latest run failed, and it waits for the next. */
export const jobStates = ['waiting', 'running', 'failed', 'stuck'] as const;
export type JobState = (typeof jobStates)[number];

/** For administrators of the installation. */
export const jobsRoutes = {
  list: route('GET', '/jobs', 'administrator'),
  run: route('POST', '/jobs/{id}/run', 'administrator'),
};
