import { route } from '../api/route.ts';

/** The summary of dates that a member gets by mail. Everyone sets their own in each workspace. */
export const digestsRoutes = {
  get: route('GET', '/digest', 'member'),
  update: route('PUT', '/digest', 'member'),
};

export const digestPeriods = ['day', 'week', 'off'] as const;
export type DigestPeriod = (typeof digestPeriods)[number];

/** How many days ahead it looks. */
export const digestDays = 60;
