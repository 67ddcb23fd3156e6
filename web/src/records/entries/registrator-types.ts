import { Tags } from 'lucide-react';
import type { EntityEntry } from '../entity-entry.ts';

export const entry: EntityEntry = {
  icon: Tags,
  label: 'Registrator Types',
  key: 'r',
  words: 'registrars',
  menu: 'accounts',
  place: 5,
  depth: 0,
};
