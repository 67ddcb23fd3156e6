import type { LucideIcon } from 'lucide-react';
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

export const mainLinks = linksIn('header');
export const accountLinks = linksIn('accounts');
