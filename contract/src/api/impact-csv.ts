import type { Csv } from '../rules/csv.ts';
import type { ImpactNode } from './impact.ts';

/** The columns of a file of what breaks. */
export const impactCsv: Csv<ImpactNode> = {
  Direction: 'direction',
  Strength: 'strength',
  Area: 'area',
  Name: 'name',
  Depth: 'depth',
  Via: (node) => node.via?.name ?? '',
  'Can be taken over': 'canReset',
  Secrets: (node) => node.secretFields.join('; '),
};
