import { z } from 'zod';

/** The kinds of records, by the first word of their paths in the API and in the interface. */
export const areas = [
  'domains',
  'servers',
  'hostings',
  'cdn',
  'proxies',
  'emails',
  'registrator-accounts',
  'registrator-types',
] as const;
export const area = z.enum(areas);
export type Area = z.infer<typeof area>;
