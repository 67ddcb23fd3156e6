import { KeyRound } from 'lucide-react';
import type { EntityEntry } from '../entity-entry.ts';

export const entry: EntityEntry = {
  icon: KeyRound,
  label: 'Registrator Accounts',
  key: 'a',
  words: 'registrars logins',
  menu: 'accounts',
  place: 4,
  depth: 3,
  password: true,
};
