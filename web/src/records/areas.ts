import { client } from '@quartermaster/contract/api/client';
import { type Area, areas } from '@quartermaster/contract/api/areas';
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
import type { Resource } from './resource.ts';

interface AreaLook {
  /** What leads to its page is called; the page is at `/<area>`. */
  label: string;
  icon: LucideIcon;
  resource: Resource;
}

/** The kinds of records as they are shown outside of their own pages. */
export const areaOf: Record<Area, AreaLook> = {
  domains: { label: 'Domains', icon: Globe, resource: client.domains },
  servers: { label: 'Servers', icon: Server, resource: client.servers },
  hostings: { label: 'Hostings', icon: Warehouse, resource: client.hostings },
  cdn: { label: 'CDN', icon: Cloud, resource: client.cdn },
  proxies: { label: 'Proxy', icon: Network, resource: client.proxies },
  emails: { label: 'Email Accounts', icon: AtSign, resource: client.emails },
  'registrator-accounts': {
    label: 'Registrator Accounts',
    icon: KeyRound,
    resource: client.registratorAccounts,
  },
  'registrator-types': { label: 'Registrator Types', icon: Tags, resource: client.registratorTypes },
};

const areaAtPath = new Map<string, Area>(areas.map((area) => [areaOf[area].resource.path, area]));

/** Of a kind's path, in the API and in the interface: `/domains`. */
export function areaAt(path: string): Area {
  const area = areaAtPath.get(path);
  if (!area) throw new Error(`There are no records at ${path}`);
  return area;
}
