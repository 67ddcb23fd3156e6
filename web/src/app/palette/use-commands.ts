import type { Area } from '@quartermaster/contract/api/areas';
import { useRouter } from '@tanstack/react-router';
import { Keyboard, LayoutDashboard, LogOut, Moon, Plus, RefreshCw, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { messageOf } from '../../api/error.ts';
import { signOut } from '../../api/session.ts';
import { type PageLink, accountLinks, mainLinks } from '../links.ts';
import { chooseTheme, otherTheme, useTheme } from '../../ui/theme.ts';
import { bringStatusesUpToDate } from '../../records/check-expiration.ts';
import { showShortcuts } from '../../ui/shortcuts.tsx';
import { toast } from '../../ui/toaster.tsx';
import type { Entry, EntryGroup } from './entry.ts';
import { matchesWords } from './match-ranges.ts';

const pages: PageLink[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard },
  ...mainLinks,
  ...accountLinks,
];

/** As the pages' own buttons say it, and where they don't, of what. */
const additions: readonly [Area, string][] = [
  ['domains', 'Add Domain'],
  ['servers', 'Add Server'],
  ['cdn', 'Add CDN Account'],
  ['registrator-accounts', 'Add Registrator Account'],
  ['registrator-types', 'Add Registrator Type'],
  ['emails', 'Add Email Account'],
  ['proxies', 'Add Proxy'],
  ['hostings', 'Add Hosting Account'],
];

const failed = (title: string) => (error: unknown) =>
  toast({ title: `${title}: ${messageOf(error, 'An error occurred')}`, type: 'error' });

/** The pages and actions that a typed text calls; all of them while nothing is typed. */
export function useCommands(typed: string): EntryGroup[] {
  const router = useRouter();
  const theme = useTheme();
  const all = useMemo((): EntryGroup[] => {
    const go = (to: string, search = {}) => void router.navigate({ to, search } as never);
    const other = otherTheme(theme);
    return [
      {
        label: 'Pages',
        items: pages.map((page) => ({ ...page, id: page.to, leaves: true, run: () => go(page.to) })),
      },
      {
        label: 'Actions',
        items: [
          ...additions.map(([area, label]): Entry => {
            const run = () => go(`/${area}`, { form: 'new' });
            return { id: `add ${area}`, label, icon: Plus, run };
          }),
          {
            id: 'check',
            label: 'Check Expiration',
            icon: RefreshCw,
            run: () => void bringStatusesUpToDate().catch(failed('Failed to check expiration')),
          },
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
  }, [router, theme]);
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
