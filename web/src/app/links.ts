import type { Area } from '@quartermaster/contract/api/areas';
import type { LucideIcon } from 'lucide-react';
import { areaOf } from '../records/areas.ts';

export interface PageLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

const link = (area: Area): PageLink => ({ ...areaOf[area], to: `/${area}` });

export const mainLinks: PageLink[] = [link('domains'), link('servers'), link('cdn')];

export const accountLinks: PageLink[] = [
  link('registrator-accounts'),
  link('registrator-types'),
  link('emails'),
  link('proxies'),
  link('hostings'),
];
