import type { Bench } from './measure.ts';
/** The domains page in Chromium. */
export async function browserGoals(_: Bench): Promise<void> {}
