import {
  AtSign,
  Cloud,
  Globe,
  KeyRound,
  type LucideIcon,
  Network,
  Server,
  Tags,
  Warehouse,
} from 'lucide-react';

export interface PageLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

export const mainLinks: PageLink[] = [
  { to: '/domains', label: 'Domains', icon: Globe },
  { to: '/servers', label: 'Servers', icon: Server },
  { to: '/cdn', label: 'CDN', icon: Cloud },
];

export const accountLinks: PageLink[] = [
  { to: '/registrator-accounts', label: 'Registrator Accounts', icon: KeyRound },
  { to: '/registrator-types', label: 'Registrator Types', icon: Tags },
  { to: '/emails', label: 'Email Accounts', icon: AtSign },
  { to: '/proxies', label: 'Proxy', icon: Network },
  { to: '/hostings', label: 'Hostings', icon: Warehouse },
];
