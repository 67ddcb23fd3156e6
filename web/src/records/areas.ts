import { cdn } from '@quartermaster/contract/entities/cdn/cdn.routes';
import { domains } from '@quartermaster/contract/entities/domains/domains.routes';
import { emails } from '@quartermaster/contract/entities/emails/emails.routes';
import { hostings } from '@quartermaster/contract/entities/hostings/hostings.routes';
import { proxies } from '@quartermaster/contract/entities/proxies/proxies.routes';
import { registratorAccounts } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.routes';
import { registratorTypes } from '@quartermaster/contract/entities/registrator-types/registrator-types.routes';
import { servers } from '@quartermaster/contract/entities/servers/servers.routes';
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
  domains: { label: 'Domains', icon: Globe, resource: domains },
  servers: { label: 'Servers', icon: Server, resource: servers },
  hostings: { label: 'Hostings', icon: Warehouse, resource: hostings },
  cdn: { label: 'CDN', icon: Cloud, resource: cdn },
  proxies: { label: 'Proxy', icon: Network, resource: proxies },
  emails: { label: 'Email Accounts', icon: AtSign, resource: emails },
  'registrator-accounts': {
    label: 'Registrator Accounts',
    icon: KeyRound,
    resource: registratorAccounts,
  },
  'registrator-types': { label: 'Registrator Types', icon: Tags, resource: registratorTypes },
};

const areaAtPath = new Map(areas.map((area) => [areaOf[area].resource.path, area]));

/** Of a kind's path, in the API and in the interface: `/domains`. */
export function areaAt(path: string): Area {
  const area = areaAtPath.get(path);
  if (!area) throw new Error(`There are no records at ${path}`);
  return area;
}
