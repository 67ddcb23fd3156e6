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
import { entities } from '../records/entities.ts';

export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The menu of the header that has it. */
  menu?: 'header' | 'accounts' | 'more';
  /** g followed by this key goes there. */
  key?: string;
  /** Without it, it is for everybody. */
  needs?: Needs;
}

const lists = Object.values(entities).map(({ entity, label, icon, menu, key }): Destination => ({
  to: entity.path,
  label,
  icon,
  menu,
  key,
}));

/** The pages that one can go to. Menus, the palette and the list of keys read it. */
export const destinations: readonly Destination[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard },
  ...lists,
  {
    to: '/expirations',
    label: 'Expirations',
    icon: CalendarClock,
    menu: 'header',
    key: 'x',
  },
  {
    to: '/alerts',
    label: 'Alerts',
    icon: Bell,
    menu: 'more',
    key: 'l',
  },
  {
    to: '/mismatches',
    label: 'Differences',
    icon: GitCompareArrows,
    key: 'n',
  },
  {
    to: '/changes',
    label: 'Changes',
    icon: ArrowRightLeft,
    menu: 'more',
  },
  {
    to: '/map',
    label: 'Map',
    icon: Waypoints,
    menu: 'more',
  },
  {
    to: '/import',
    label: 'Import',
    icon: Upload,
    menu: 'more',
    needs: 'write',
  },
  {
    to: '/history',
    label: 'History',
    icon: History,
    menu: 'more',
    needs: 'write',
  },
  {
    to: '/trash',
    label: 'Trash',
    icon: Trash2,
    menu: 'more',
    needs: 'write',
  },
  { to: '/account', label: 'Account', icon: UserRound },
  {
    to: '/docs',
    label: 'Documentation',
    icon: BookOpen,
  },
  { to: '/settings', label: 'Settings', icon: Settings, needs: 'settings' },
];

/** Those that the person may go to. */
export function useOpen<D extends Pick<Destination, 'needs'>>(all: readonly D[]): D[] {
  const { rights, isAdministrator } = useViewer();
  return useMemo(
    () => all.filter(({ needs }) => isOpenTo(needs, { rights, isAdministrator })),
    [all, rights, isAdministrator],
  );
}

/** Those in a menu of the header. */
export const useDestinations = (menu: NonNullable<Destination['menu']>): Destination[] =>
  useOpen(destinations).filter((each) => each.menu === menu);
