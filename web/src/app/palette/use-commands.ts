import { useRouter } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Braces, Building2, Keyboard, LogOut, Moon, Plus, RefreshCw, Sun, Users } from 'lucide-react';
import { useMemo } from 'react';
import { messageOf } from '../../api/error.ts';
import { isWritable, useMay, useWorkspace, workspacesQuery } from '../../api/rights.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { signOut } from '../../api/session.ts';
import { useOpen } from '../destinations.ts';
import { chooseTheme, otherTheme, useTheme } from '../../ui/theme.ts';
import { bringStatusesUpToDate } from '../../records/check-expiration.ts';
import { addLabel, entities } from '../../records/entities.ts';
import { showShortcuts } from '../../ui/shortcuts.tsx';
import { toast } from '../../ui/toaster.tsx';
import type { Entry, EntryGroup } from './entry.ts';
import { nearnessOf } from './matches-words.ts';
import { searchedDestinations } from './searched-destinations.ts';

/** An import is into the list that is shown. */
const areaShown = (path: string) => {
  const area = path.slice(1);
  return Object.hasOwn(entities, area) ? { area } : {};
};

const failed = (title: string) => (error: unknown) =>
  toast({ title: `${title}: ${messageOf(error, 'An error occurred')}`, type: 'error' });

interface Commands {
  /** By their labels, the nearest first. */
  near: EntryGroup[];
  /** By other words. */
  related: EntryGroup[];
}

/** Pages and actions that match the typed text; all but sections of pages while it is empty. */
export function useCommands(typed: string): Commands {
  const router = useRouter();
  const theme = useTheme();
  const { data } = useQuery(workspacesQuery);
  const current = useWorkspace();
  const mayWrite = useMay('write');
  const manages = useMay('manage');
  const destinations = useOpen(searchedDestinations);
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
        id: 'check',
        label: 'Check Expiration',
        words: 'status update renew',
        icon: RefreshCw,
        run: () => void bringStatusesUpToDate().catch(failed('Failed to check expiration')),
      },
    ];
    const inviting: Entry = {
      id: 'invite',
      label: 'Invite members',
      words: 'add user colleague',
      icon: Users,
      leaves: true,
      run: () => go('/settings', { section: 'members' }),
    };
    return [
      {
        label: 'Pages',
        items: destinations.map(({ to, search, ...page }) => ({
          ...page,
          id: `${to} ${search?.section ?? search?.view ?? ''}`,
          leaves: true,
          run: () => go(to, to === '/import' ? areaShown(router.state.location.pathname) : search),
        })),
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
            words: 'appearance mode colours',
            icon: other === 'dark' ? Moon : Sun,
            run: () => chooseTheme(other),
          },
          {
            id: 'shortcuts',
            label: 'Keyboard shortcuts',
            words: 'keys hotkeys help',
            icon: Keyboard,
            run: showShortcuts,
          },
          {
            id: 'api',
            label: 'API',
            words: 'rest openapi swagger reference docs',
            icon: Braces,
            run: () => void open('/api/docs', '_blank', 'noopener'),
          },
          {
            id: 'logout',
            label: 'Logout',
            words: 'sign out log off exit',
            icon: LogOut,
            leaves: true,
            run: () => void signOut(),
          },
        ],
      },
    ];
  }, [router, theme, data, current, mayWrite, manages, destinations]);
  return useMemo(() => commandsFor(all, typed), [all, typed]);
}

function commandsFor(all: readonly EntryGroup[], typed: string): Commands {
  const groups = all.map(({ label, items }) => ({
    label,
    items: items
      .filter(({ within }) => typed !== '' || within === undefined)
      .flatMap((entry) => {
        const nearness = nearnessOf(entry, typed);
        return nearness === null ? [] : [{ entry, nearness }];
      })
      .toSorted((a, b) => a.nearness - b.nearness),
  }));
  const entriesOf = (items: (typeof groups)[number]['items'], isNear: boolean) =>
    items.filter(({ nearness }) => nearness < 2 === isNear).map(({ entry }) => entry);
  const related = groups.flatMap(({ items }) => entriesOf(items, false));
  return {
    near: groups
      .toSorted((a, b) => (a.items[0]?.nearness ?? 2) - (b.items[0]?.nearness ?? 2))
      .map(({ label, items }) => ({ label, items: entriesOf(items, true) }))
      .filter(({ items }) => items.length > 0),
    related: related.length === 0 ? [] : [{ label: 'Related', items: related }],
  };
}
