import { type Permission, may } from '@quartermaster/contract/api/permissions';
import {
  Bell,
  Building2,
  Eye,
  KeyRound,
  ListTodo,
  type LucideIcon,
  RotateCw,
  ScrollText,
  ServerCog,
  Tags,
  UserCog,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Viewer } from '../../api/rights.ts';
import { deferred } from '../../ui/deferred.tsx';

export interface Section {
  /** The name in the address. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** This and the following sections concern the whole installation. */
  isFirstOfInstallation?: true;
  isFor: (viewer: Viewer) => boolean;
  Content: ComponentType;
}

const needs =
  (permission: Permission) =>
  ({ rights }: Viewer) =>
    rights !== undefined && may(rights, permission);

/** The sections in order. Hidden ones are refused by the server too. */
export const sections: readonly Section[] = [
  {
    id: 'workspace',
    label: 'Workspace',
    icon: Building2,
    isFor: needs('manage'),
    Content: deferred(() => import('./workspace-section.tsx')),
  },
  {
    id: 'members',
    label: 'Members',
    icon: Users,
    isFor: needs('manage'),
    Content: deferred(() => import('./members-section.tsx')),
  },
  {
    id: 'tags',
    label: 'Tags',
    icon: Tags,
    isFor: needs('manage'),
    Content: deferred(() => import('./tags-section.tsx')),
  },
  {
    id: 'alerts',
    label: 'Alerts',
    icon: Bell,
    isFor: needs('manage'),
    Content: deferred(() => import('./alerts-section.tsx')),
  },
  {
    id: 'tokens',
    label: 'Tokens',
    icon: KeyRound,
    isFor: needs('manage'),
    Content: deferred(async () => ({
      default: (await import('../../access/tokens/tokens-panel.tsx')).EveryonesTokens,
    })),
  },
  {
    id: 'rotation',
    label: 'To rotate',
    icon: RotateCw,
    isFor: needs('manage'),
    Content: deferred(() => import('./rotation-section.tsx')),
  },
  {
    id: 'secret-log',
    label: 'Secret log',
    icon: Eye,
    isFor: needs('manage'),
    Content: deferred(() => import('./secret-log-section.tsx')),
  },
  {
    id: 'audit',
    label: 'Audit',
    icon: ScrollText,
    isFor: needs('manage'),
    Content: deferred(async () => ({ default: (await import('./event-list.tsx')).AuditSection })),
  },
  {
    id: 'accounts',
    label: 'Accounts',
    icon: UserCog,
    isFirstOfInstallation: true,
    isFor: ({ isAdministrator }) => isAdministrator,
    Content: deferred(() => import('./accounts-section.tsx')),
  },
  {
    id: 'installation',
    label: 'Installation',
    icon: ServerCog,
    isFor: ({ isAdministrator }) => isAdministrator,
    Content: deferred(() => import('./installation-section.tsx')),
  },
  {
    id: 'jobs',
    label: 'Jobs',
    icon: ListTodo,
    isFor: ({ isAdministrator }) => isAdministrator,
    Content: deferred(() => import('./jobs-section.tsx')),
  },
];
