import { client } from '@quartermaster/contract/api/client';
import { sshCommand } from '@quartermaster/contract/rules/ssh-command';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Network, SquareTerminal } from 'lucide-react';
import { useMemo } from 'react';
import type { Output } from '../../api/request.ts';
import { routeQuery } from '../../api/queries.ts';
import { Absent, copy } from './copy.ts';
import type { Entry, Found } from './entry.ts';

type Server = Output<typeof client.servers.get>['server'];

const none: readonly Entry[] = [];
const noAddress = 'That server has no IP address yet';

/** What can be copied of a server: each user's password and SSH command, and the address. */
export function useServerActions(subject: Found | null): readonly Entry[] {
  const id = subject?.area === 'servers' ? subject.id : undefined;
  const { data } = useQuery({
    ...routeQuery(client.servers.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  return useMemo(() => (id !== undefined && data ? actionsOf(data.server) : none), [id, data]);
}

function actionsOf(server: Server): Entry[] {
  const { ip, users } = server;
  const text = (what: string, found: string | null, missing: string) => () =>
    void copy(what, found ? Promise.resolve(found) : Promise.reject(new Absent(missing)));
  return [
    ...users.flatMap((user): Entry[] => {
      const password = `Password of ${user.username}`;
      const command = `SSH command of ${user.username}`;
      const unsafe = ip ? 'A shell could misread that username' : noAddress;
      return [
        {
          id: `password ${user.username}`,
          label: `Copy password of ${user.username}`,
          icon: KeyRound,
          run: text(password, user.password, 'No password is stored there'),
        },
        {
          id: `ssh ${user.username}`,
          label: `Copy ${command}`,
          icon: SquareTerminal,
          run: text(command, sshCommand(server, user), unsafe),
        },
      ];
    }),
    { id: 'ip', label: 'Copy IP', icon: Network, run: text('IP', ip, noAddress) },
  ];
}
