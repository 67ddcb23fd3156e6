import { client } from '@quartermaster/contract/api/client';
import { isWebUrl } from '@quartermaster/contract/rules/formats';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Copy, ExternalLink, KeyRound, Pencil, SquareTerminal, Waypoints } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { call } from '../../api/call.ts';
import { entities } from '../../records/entities.ts';
import { openSearch } from '../../records/record-address.ts';
import { useConnections } from '../../records/use-connections.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toaster.tsx';
import type { Entry, Found } from './entry.ts';

/** Nothing to copy, which is no failure. */
class Absent extends Error {}

async function passwordOf({ area, id }: Found): Promise<string> {
  const { entity } = entities[area];
  const data = await call(entity.get, { params: { id } });
  // The contract's `crud` answers with this key, which its general type can't tell.
  const record = (data as Record<string, { password?: string | null }>)[entity.itemKey];
  if (!record?.password) throw new Absent('No password is stored there');
  return record.password;
}

async function sshCommandOf({ id }: Found): Promise<string> {
  const { command } = await call(client.servers.ssh, { params: { id } });
  if (command === null) throw new Absent('That server has no IP address yet');
  return command;
}

/** Copies, and says so; never what. */
async function copy(what: string, text: string | Promise<string>): Promise<void> {
  try {
    const copied = await copyText(text);
    toast(copied ? { title: `${what} copied` } : { title: `${what} could not be copied`, type: 'error' });
  } catch (error) {
    if (error instanceof Absent) toast({ title: error.message, type: 'info' });
    else toast({ title: `${what}: ${messageOf(error, 'An error occurred')}`, type: 'error' });
  }
}

/** What one does with a record; the first is what Enter does at once. */
export function useRecordActions(): (found: Found) => [Entry, ...Entry[]] {
  const router = useRouter();
  const connections = useConnections();
  return useCallback(
    (found) => {
      const { area, id, name } = found;
      // A domain is its own address.
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
