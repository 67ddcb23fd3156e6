import { client } from '@quartermaster/contract/api/client';
import { isWebUrl } from '@quartermaster/contract/rules/formats';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Copy, ExternalLink, KeyRound, Pencil, SquareTerminal, Waypoints } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { entities } from '../../records/entities.ts';
import { openSearch } from '../../records/record-address.ts';
import { useConnections } from '../../records/use-connections.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toaster.tsx';
import type { Entry, Found } from './entry.ts';

/** There is nothing to copy; not an error. */
class Absent extends Error {}

async function passwordOf({ area, id }: Found): Promise<string> {
  const { entity } = entities[area];
  const data = await request(entity.get, { params: { id } });
  // Records are answered under this key, which the general type can't express.
  const record = (data as Record<string, { password?: string | null }>)[entity.itemKey];
  if (!record?.password) throw new Absent('No password is stored there');
  return record.password;
}

async function sshCommandOf({ id }: Found): Promise<string> {
  const { command } = await request(client.servers.ssh, { params: { id } });
  if (command === null) throw new Absent('That server has no IP address yet');
  return command;
}

/** Copies a text and shows a toast, without the text. */
async function copy(what: string, text: string | Promise<string>): Promise<void> {
  try {
    const copied = await copyText(text);
    toast(copied ? { title: `${what} copied` } : { title: `${what} could not be copied`, type: 'error' });
  } catch (error) {
    if (error instanceof Absent) toast({ title: error.message, type: 'info' });
    else toast({ title: `${what}: ${messageOf(error, 'An error occurred')}`, type: 'error' });
  }
}

/** A record's actions; Enter runs the first. */
export function useRecordActions(): (found: Found) => [Entry, ...Entry[]] {
  const router = useRouter();
  const connections = useConnections();
  return useCallback(
    (found) => {
      const { area, id, name } = found;
      // A domain's name is its website.
      const url = area === 'domains' ? `https://${name}` : found.url;
      const open: Entry = {
        id: 'open',
        label: 'Open',
        icon: Pencil,
        run: () => void router.navigate({ to: `/${area}`, search: openSearch(area, found) } as never),
      };
      const more: (Entry | false | undefined)[] = [
        { id: 'connections', label: 'Connections', icon: Waypoints, run: () => connections.show(area, id) },
        entities[area].password && {
          id: 'password',
          label: 'Copy password',
          icon: KeyRound,
          run: () => void copy('Password', passwordOf(found)),
        },
        area === 'servers' && {
          id: 'ssh',
          label: 'Copy SSH command',
          icon: SquareTerminal,
          run: () => void copy('SSH command', sshCommandOf(found)),
        },
        url !== null &&
          isWebUrl(url) && {
            id: 'url',
            label: `Open ${entities[area].urlName ?? 'website'}`,
            icon: ExternalLink,
            run: () => void window.open(url, '_blank', 'noopener,noreferrer'),
          },
        { id: 'name', label: 'Copy name', icon: Copy, run: () => void copy('Name', name) },
      ];
      return [open, ...more.filter((entry) => entry !== false && entry !== undefined)];
    },
    [router, connections],
  );
}
