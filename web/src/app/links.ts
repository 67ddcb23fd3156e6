import { CalendarClock, type LucideIcon } from 'lucide-react';
import { entities } from '../records/entities.ts';

export interface PageLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

const linksIn = (menu: 'header' | 'accounts'): PageLink[] =>
  Object.values(entities)
    .filter((entry) => entry.menu === menu)
    .map(({ entity, label, icon }) => ({ to: entity.path, label, icon }));

const expirations: PageLink = { to: '/expirations', label: 'Expirations', icon: CalendarClock };

export const mainLinks = [...linksIn('header'), expirations];
export const accountLinks = linksIn('accounts');
