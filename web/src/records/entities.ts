import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { areaOf } from '@quartermaster/contract/api/kind';
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
import { routeQuery, queryClient } from '../api/queries.ts';
import type { Entity } from './entity.ts';

interface EntityEntry {
  entity: Entity;
  icon: LucideIcon;
  /** The link to its page, which is at the entity's path. */
  label: string;
  /** Where that link is. */
  menu: 'header' | 'accounts';
  /** The command that opens its form. */
  addLabel: string;
  /** Its place in the chain of references, from what refers to nothing (0) to domains. */
  depth: number;
  /** The list comes in pages of 20; otherwise it loads on while scrolling. */
  paged?: true;
  /** The filters that the page starts with. */
  startFilters?: Readonly<Record<string, string>>;
  /** Fetches what else has to be there when the first rows are shown. */
  prefetch?: () => void;
  /** The detail beside a name is an address, set in the monospaced font. */
  monoDetail?: true;
  /** Search offers to copy its password. */
  password?: true;
  /** What its web address opens: 'panel'. */
  urlName?: string;
}

/** Everything that the interface knows of each entity outside of its own page, in the order of the menus. */
export const entities: Record<Area, EntityEntry> = {
  domains: {
    entity: client.domains,
    icon: Globe,
    label: 'Domains',
    menu: 'header',
    addLabel: 'Add Domain',
    depth: 7,
    // The banner about expiring domains would push the rows down if it came after them.
    prefetch: () => void queryClient.prefetchQuery(routeQuery(client.domains.stats)),
  },
  servers: {
    entity: client.servers,
    icon: Server,
    label: 'Servers',
    menu: 'header',
    addLabel: 'Add Server',
    depth: 6,
    paged: true,
    monoDetail: true,
    urlName: 'panel',
  },
  cdn: {
    entity: client.cdn,
    icon: Cloud,
    label: 'CDN',
    menu: 'header',
    addLabel: 'Add CDN Account',
    depth: 5,
    startFilters: { isActive: 'true' },
    password: true,
  },
  'registrator-accounts': {
    entity: client.registratorAccounts,
    icon: KeyRound,
    label: 'Registrator Accounts',
    menu: 'accounts',
    addLabel: 'Add Registrator Account',
    depth: 3,
    password: true,
  },
  'registrator-types': {
    entity: client.registratorTypes,
    icon: Tags,
    label: 'Registrator Types',
    menu: 'accounts',
    addLabel: 'Add Registrator Type',
    depth: 0,
  },
  emails: {
    entity: client.emails,
    icon: AtSign,
    label: 'Email Accounts',
    menu: 'accounts',
    addLabel: 'Add Email Account',
    depth: 2,
    password: true,
    urlName: 'login page',
  },
  proxies: {
    entity: client.proxies,
    icon: Network,
    label: 'Proxy',
    menu: 'accounts',
    addLabel: 'Add Proxy',
    depth: 1,
    monoDetail: true,
    password: true,
  },
  hostings: {
    entity: client.hostings,
    icon: Warehouse,
    label: 'Hostings',
    menu: 'accounts',
    addLabel: 'Add Hosting Account',
    depth: 4,
    paged: true,
  },
};

const none = {};

/** The name of an entity in addresses and answers: 'registrator-accounts'. */
export const areaOfEntity = ({ path }: Pick<Entity, 'path'>): Area => areaOf({ path }) as Area;

/** The filters that an entity's list starts with. */
export const startFilters = (entity: Pick<Entity, 'path'>): Readonly<Record<string, string>> =>
  entities[areaOfEntity(entity)].startFilters ?? none;
