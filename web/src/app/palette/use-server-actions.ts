import { client } from '@quartermaster/contract/api/client';
import { isSet } from '@quartermaster/contract/rules/secrets';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Network, SquareTerminal } from 'lucide-react';
import { useMemo } from 'react';
import { type Output, request } from '../../api/request.ts';
import { routeQuery } from '../../api/queries.ts';
import { mayNow } from '../../api/rights.ts';
import { reveal } from '../../records/secrets.ts';
import { sshCommandOf } from '../../records/ssh.ts';
import { Absent, copy } from './copy.ts';
import type { Entry, Found } from './entry.ts';

type Server = Output<typeof client.servers.get>['server'];

const none: readonly Entry[] = [];
const noAddress = 'That server has no IP address yet';

/** What can be copied of a server: each user's password and SSH command, and the address; undefined while it loads. */
export function useServerActions(subject: Found | null): readonly Entry[] | undefined {
  const id = subject?.area === 'servers' ? subject.id : undefined;
  const { data, isLoading } = useQuery({
    ...routeQuery(client.servers.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  return useMemo(
    () => (isLoading ? undefined : id !== undefined && data ? actionsOf(data.server) : none),
    [id, data, isLoading],
  );
}

function actionsOf({ id, users }: Server): Entry[] {
  /** Reads the server anew: someone may have changed it since. */
  const copyOf = (what: string, of: (server: Server) => string | Promise<string>) => () =>
    void copy(
      what,
      request(client.servers.get, { params: { id } }).then(({ server }) => of(server)),
    );
  return [
    ...users.flatMap(({ username }): Entry[] => {
      const of = (server: Server) =>
        server.users.find((user) => user.username === username) ?? absent('That user is not there any more');
      return [
        ...(mayNow('secrets')
          ? [
              {
                id: `password ${username}`,
                label: `Copy password of ${username}`,
                icon: KeyRound,
                run: copyOf(`Password of ${username}`, (server) => passwordOf(server, of(server).id)),
              },
            ]
          : []),
        {
          id: `ssh ${username}`,
          label: `Copy SSH command of ${username}`,
          icon: SquareTerminal,
          run: copyOf(
            `SSH command of ${username}`,
            (server) =>
              sshCommandOf(server, of(server)) ??
              absent(server.ip ? 'A shell could misread that username' : noAddress),
          ),
        },
      ];
    }),
    { id: 'ip', label: 'Copy IP', icon: Network, run: copyOf('IP', ({ ip }) => ip ?? absent(noAddress)) },
  ];
}

function passwordOf(server: Server, userId: string): string | Promise<string> {
  const path = `users.${userId}.password`;
  return isSet(null, server, path)
    ? reveal(client.servers, server.id, path, 'copy')
    : absent('No password is stored there');
}

function absent(words: string): never {
  throw new Absent(words);
}
