import { AtSign } from 'lucide-react';
import type { EntityEntry } from '../entity-entry.ts';

export const entry: EntityEntry = {
  icon: AtSign,
  label: 'Email Accounts',
  key: 'e',
  words: 'mailboxes mail logins',
  menu: 'accounts',
  place: 6,
  depth: 2,
  password: true,
  urlName: 'login page',
};
