import { useRouter } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  Bell,
  BookOpen,
  Building2,
  GitCompareArrows,
  History,
  Keyboard,
  LayoutDashboard,
  LogOut,
  Moon,
  Plus,
  RefreshCw,
  Settings,
  Sun,
  Trash2,
  Upload,
  UserRound,
  Users,
  Waypoints,
} from 'lucide-react';
import { useMemo } from 'react';
import { messageOf } from '../../api/error.ts';
import { isWritable, useHasSettings, useMay, useWorkspace, workspacesQuery } from '../../api/rights.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { signOut } from '../../api/session.ts';
import { type PageLink, accountLinks, mainLinks } from '../links.ts';
import { chooseTheme, otherTheme, useTheme } from '../../ui/theme.ts';
import { bringStatusesUpToDate } from '../../records/check-expiration.ts';
import { addLabel, entities } from '../../records/entities.ts';
import { showShortcuts } from '../../ui/shortcuts.tsx';
import { toast } from '../../ui/toaster.tsx';
import type { Entry, EntryGroup } from './entry.ts';
import { matchesWords } from './matches-words.ts';

const pages: PageLink[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard },
  ...mainLinks,
  ...accountLinks,
  { to: '/alerts', label: 'Alerts', icon: Bell },
  { to: '/mismatches', label: 'Does not match', icon: GitCompareArrows },
  { to: '/history', label: 'History', icon: History },
  { to: '/trash', label: 'Trash', icon: Trash2 },
  { to: '/map', label: 'Map', icon: Waypoints },
  { to: '/account', label: 'Account', icon: UserRound },
  { to: '/docs', label: 'Documentation', icon: BookOpen },
  { to: '/settings', label: 'Settings', icon: Settings },
];

const forWriters = ['/history', '/trash'];

/** An import is into the list that is shown. */
const areaShown = (path: string) => {
  const area = path.slice(1);
  return Object.hasOwn(entities, area) ? { area } : {};
};

const failed = (title: string) => (error: unknown) =>
  toast({ title: `${title}: ${messageOf(error, 'An error occurred')}`, type: 'error' });

/** Pages and actions that match the typed text; all of them while it is empty. */
export function useCommands(typed: string): EntryGroup[] {
  const router = useRouter();
  const theme = useTheme();
  const { data } = useQuery(workspacesQuery);
  const current = useWorkspace();
  const mayWrite = useMay('write');
  const manages = useMay('manage');
  const hasSettings = useHasSettings();
  const all = useMemo((): EntryGroup[] => {
    const go = (to: string, search = {}) => void router.navigate({ to, search } as never);
    const other = otherTheme(theme);
    const writing: Entry[] = [
      ...Object.values(entities)
        .filter(({ entity }) => isWritable(current, entity))
        .map(({ entity }): Entry => {
          const run = () => go(entity.path, { form: 'new' });
          return { id: `add ${entity.path}`, label: addLabel(entity), icon: Plus, run };
        }),
      {
        id: 'import',
        label: 'Import',
        icon: Upload,
        leaves: true,
        run: () => go('/import', areaShown(router.state.location.pathname)),
      },
      {
        id: 'check',
        label: 'Check Expiration',
        icon: RefreshCw,
        run: () => void bringStatusesUpToDate().catch(failed('Failed to check expiration')),
      },
    ];
    const inviting: Entry = {
      id: 'invite',
      label: 'Invite members',
      icon: Users,
      leaves: true,
      run: () => go('/settings', { section: 'members' }),
    };
    return [
      {
        label: 'Pages',
        items: pages
          .filter(({ to }) => to !== '/settings' || hasSettings)
          .filter(({ to }) => !forWriters.includes(to) || mayWrite)
          .map((page) => ({ ...page, id: page.to, leaves: true, run: () => go(page.to) })),
      },
      {
        label: 'Actions',
        items: [
          ...(mayWrite ? writing : []),
          ...(manages ? [inviting] : []),
          ...(data?.workspaces ?? [])
            .filter(({ id }) => id !== current?.id)
            .map(({ id, name }): Entry => ({
              id: `workspace ${id}`,
              label: `Switch to workspace ${name}`,
              icon: Building2,
              leaves: true,
              run: () => enterWorkspace(id),
            })),
          {
            id: 'theme',
            label: `Use ${other} theme`,
            icon: other === 'dark' ? Moon : Sun,
            run: () => chooseTheme(other),
          },
          {
            id: 'shortcuts',
            label: 'Keyboard shortcuts',
            icon: Keyboard,
            run: showShortcuts,
          },
          { id: 'logout', label: 'Logout', icon: LogOut, leaves: true, run: () => void signOut() },
        ],
      },
    ];
  }, [router, theme, data, current, mayWrite, manages, hasSettings]);
  return useMemo(
    () =>
      all
        .map(({ label, items }) => ({
          label,
          items: items.filter((item) => matchesWords(item.label, typed)),
        }))
        .filter(({ items }) => items.length > 0),
    [all, typed],
  );
}
