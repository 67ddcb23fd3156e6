import {
  BellRing,
  Building2,
  Eye,
  KeyRound,
  ListTodo,
  type LucideIcon,
  Moon,
  Radar,
  RotateCw,
  ScrollText,
  Send,
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

/** One of the sections about alerts, which come together. */
const alertSection = (name: keyof typeof import('./alert-sections.tsx')) =>
  deferred(async () => ({ default: (await import('./alert-sections.tsx'))[name] }));

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
  channels: { icon: Send, Content: alertSection('ChannelsSection') },
  rules: { icon: BellRing, Content: alertSection('RulesSection') },
  checks: { icon: Radar, Content: alertSection('ChecksSection') },
  'quiet-hours': { icon: Moon, Content: alertSection('QuietHoursSection') },
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
