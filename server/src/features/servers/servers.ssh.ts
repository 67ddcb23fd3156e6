import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { sshCommand } from '@quartermaster/contract/rules/ssh-command';
import { isSet } from '@quartermaster/contract/rules/secrets';
import { notFound } from '../../lib/errors.ts';

/** The SSH login of the named user, or of the default one. */
export function sshOf(server: Server, username: string | undefined) {
  const user = server.users.find((each) =>
    username === undefined ? each.isDefault : each.username === username,
  );
  if (!user) throw notFound('SSH user');
  // Answers carry whether there is a key, not the key.
  const sshKey = isSet(user.sshKey, server, `users.${user.id}.sshKey`) ? 'set' : null;
  return { command: sshCommand(server, { ...user, sshKey }), username: user.username, host: server.ip };
}
