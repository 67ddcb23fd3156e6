import {
  ArrowRightLeft,
  Bell,
  BookOpen,
  CalendarClock,
  GitCompareArrows,
  History,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  Trash2,
  Upload,
  UserRound,
  Waypoints,
} from 'lucide-react';
import { useMemo } from 'react';
import { type Needs, isOpenTo, useViewer } from '../api/rights.ts';
import { accountSections } from '../features/account/account-sections.ts';
import { settingsSections } from '../features/settings/settings-sections.ts';
import { entities } from '../records/entities.ts';

export interface Destination {
  to: string;
  search?: { section: string };
  /** The page whose section it is. */
  within?: string;
  label: string;
  icon: LucideIcon;
  /** The menu of the header that has it. */
  menu?: 'header' | 'accounts' | 'more';
  /** g followed by this key goes there. */
  key?: string;
  /** What else people call it, or look for there. */
  words: string;
  /** Without it, it is for everybody. */
  needs?: Needs;
}

const lists = Object.values(entities).map(
  ({ entity, label, title, icon, menu, key, words = '' }): Destination => ({
    to: entity.path,
    label,
    icon,
    menu,
    key,
    words: `${title} ${entity.many} ${words} list export csv download`,
  }),
);

const account = { to: '/account', icon: UserRound };
const settings = { to: '/settings', icon: Settings };

/** Where one can go. Menus, the palette and the list of keys read it. */
export const destinations: readonly Destination[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard, words: 'home start overview to do problems' },
  ...lists,
  {
    to: '/expirations',
    label: 'Expirations',
    icon: CalendarClock,
    menu: 'header',
    key: 'x',
    words: 'renewals due dates costs prices money months certificates export csv',
  },
  {
    to: '/alerts',
    label: 'Alerts',
    icon: Bell,
    menu: 'more',
    key: 'l',
    words: 'notifications reminders warnings',
  },
  {
    to: '/mismatches',
    label: 'Does not match',
    icon: GitCompareArrows,
    key: 'n',
    words: 'differences mismatches registry whois rdap',
  },
  {
    to: '/changes',
    label: 'Changes',
    icon: ArrowRightLeft,
    menu: 'more',
    words: 'registry dns certificate name servers registrar lock dnssec before after',
  },
  {
    to: '/map',
    label: 'Map',
    icon: Waypoints,
    menu: 'more',
    words: 'graph picture connections dependencies',
  },
  {
    to: '/import',
    label: 'Import',
    icon: Upload,
    menu: 'more',
    needs: 'write',
    words: 'upload file csv excel xlsx json spreadsheet paste',
  },
  {
    to: '/history',
    label: 'History',
    icon: History,
    menu: 'more',
    needs: 'write',
    words: 'undo revert back changes acts log who',
  },
  {
    to: '/trash',
    label: 'Trash',
    icon: Trash2,
    menu: 'more',
    needs: 'write',
    words: 'deleted restore bin recycle undelete',
  },
  { ...account, label: 'Account', words: 'me user my password' },
  ...accountSections.map((section): Destination => ({ ...account, within: 'Account', ...placed(section) })),
  {
    to: '/docs',
    label: 'Documentation',
    icon: BookOpen,
    words: 'docs help manual guide readme backup upgrade',
  },
  {
    ...settings,
    label: 'Settings',
    needs: 'settings',
    words: 'preferences configuration options administration',
  },
  ...settingsSections.map(({ needs, ...section }): Destination => ({
    ...settings,
    within: 'Settings',
    needs,
    ...placed(section),
  })),
];

function placed({ id, label, words }: { id: string; label: string; words: string }) {
  return { search: { section: id }, label, words };
}

/** Those that the person may go to: all, or those of a menu. */
export function useDestinations(menu?: Destination['menu']): Destination[] {
  const { rights, isAdministrator } = useViewer();
  return useMemo(
    () =>
      destinations
        .filter((each) => menu === undefined || each.menu === menu)
        .filter(({ needs }) => isOpenTo(needs, { rights, isAdministrator })),
    [menu, rights, isAdministrator],
  );
}
