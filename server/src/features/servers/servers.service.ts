import type {
  Server,
  ServerCreate,
  ServerUpdate,
} from '@quartermaster/contract/entities/servers/servers.schema';
import { sshCommand } from '@quartermaster/contract/rules/ssh-command';
import type { StoredRow } from '../../records/owner.ts';
import type { Tx } from '../../db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { notFound } from '../../lib/errors.ts';
import { serverTable } from './servers.repository.ts';

/** The list of users is replaced whole; what is blank in it counts as absent. */
const storable = ({ users, ...fields }: ServerUpdate) => ({
  ...fields,
  ...(users && {
    users: users.map((user) => ({ ...user, sshKey: user.sshKey?.trim() ? user.sshKey : null })),
  }),
});

export const createServer = (tx: Tx, { owner }: Caller, body: ServerCreate): Promise<string> =>
  serverTable.insert(tx, owner, storable(body));

export async function updateServer(
  tx: Tx,
  { owner }: Caller,
  before: StoredRow,
  body: ServerUpdate,
): Promise<void> {
  await serverTable.update(tx, owner, before, storable(body));
}

/** How the named user signs in, or the default one. */
export function sshOf(server: Server, username: string | undefined) {
  const user = server.users.find((each) =>
    username === undefined ? each.isDefault : each.username === username,
  );
  if (!user) throw notFound('SSH user');
  return { command: sshCommand(server, user), username: user.username, host: server.ip };
}
