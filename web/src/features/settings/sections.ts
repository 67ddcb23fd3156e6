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
import { deferred } from '../../ui/deferred.tsx';
import { type SettingsSection, settingsSections } from './settings-sections.ts';

interface Look {
  icon: LucideIcon;
  Content: ComponentType;
}

const looks: Readonly<Record<SettingsSection['id'], Look>> = {
  workspace: {
    icon: Building2,
    Content: deferred(() => import('./workspace-section.tsx')),
  },
  members: {
    icon: Users,
    Content: deferred(() => import('./members-section.tsx')),
  },
  tags: {
    icon: Tags,
    Content: deferred(() => import('./tags-section.tsx')),
  },
  alerts: {
    icon: Bell,
    Content: deferred(() => import('./alerts-section.tsx')),
  },
  tokens: {
    icon: KeyRound,
    Content: deferred(async () => ({
      default: (await import('../../access/tokens/tokens-panel.tsx')).EveryonesTokens,
    })),
  },
  rotation: {
    icon: RotateCw,
    Content: deferred(() => import('./rotation-section.tsx')),
  },
  'secret-log': {
    icon: Eye,
    Content: deferred(() => import('./secret-log-section.tsx')),
  },
  audit: {
    icon: ScrollText,
    Content: deferred(async () => ({ default: (await import('./event-list.tsx')).AuditSection })),
  },
  accounts: {
    icon: UserCog,
    Content: deferred(() => import('./accounts-section.tsx')),
  },
  installation: {
    icon: ServerCog,
    Content: deferred(() => import('./installation-section.tsx')),
  },
  jobs: {
    icon: ListTodo,
    Content: deferred(() => import('./jobs-section.tsx')),
  },
};

/** The first of those that concern the whole installation. */
export const firstOfInstallation = 'accounts' satisfies SettingsSection['id'];

export type Section = SettingsSection & Look;

export const sections = settingsSections.map((section): Section => ({ ...section, ...looks[section.id] }));
