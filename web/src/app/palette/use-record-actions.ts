import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Copy, ExternalLink, KeyRound, PanelRight, Pencil, Waypoints } from 'lucide-react';
import { isNotFound } from '../../api/error.ts';
import { mayNow, mayWriteNow } from '../../api/rights.ts';
import { reveal } from '../../records/secrets.ts';
import { entities } from '../../records/entities.ts';
import { webAddress } from '../../records/web-address.ts';
import { useDrawer } from '../../records/use-drawer.ts';
import { Absent, copy } from './copy.ts';
import type { Entry, Found } from './entry.ts';

async function passwordOf({ area, id }: Found): Promise<string> {
  try {
    return await reveal(entities[area].entity, id, 'password', 'copy');
  } catch (error) {
    if (isNotFound(error)) throw new Absent('No password is stored there');
    throw error;
  }
}

/** A record's actions; Enter runs the first. */
export function useRecordActions(): (found: Found) => [Entry, ...Entry[]] {
  const router = useRouter();
  const drawer = useDrawer();
  return useCallback(
    (found) => {
      const { area, id, name } = found;
      const url = webAddress(area, name, found.url);
      const open: Entry = {
        id: 'open',
        label: 'Open',
        icon: PanelRight,
        leaves: true,
        run: () => void router.navigate({ to: `/${area}/${id}` } as never),
      };
      const more: (Entry | false | undefined)[] = [
        {
          id: 'connections',
          label: 'Connections',
          icon: Waypoints,
          run: () => drawer.show(area, id, 'connections'),
        },
        mayWriteNow(entities[area].entity) && {
          id: 'edit',
          label: 'Edit',
          icon: Pencil,
          run: () => void router.navigate({ to: `/${area}`, search: { form: id } } as never),
        },
        entities[area].password &&
          mayNow('secrets') && {
            id: 'password',
            label: 'Copy password',
            icon: KeyRound,
            run: () => void copy('Password', passwordOf(found)),
          },
        url !== undefined && {
          id: 'url',
          label: `Open ${entities[area].urlName ?? 'website'}`,
          icon: ExternalLink,
          run: () => void window.open(url, '_blank', 'noopener,noreferrer'),
        },
        { id: 'name', label: 'Copy name', icon: Copy, run: () => void copy('Name', name) },
      ];
      return [open, ...more.filter((entry) => entry !== false && entry !== undefined)];
    },
    [router, drawer],
  );
}
