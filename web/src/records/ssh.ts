import type { Server, ServerUser } from '@quartermaster/contract/entities/servers/servers.schema';
import { isSet } from '@quartermaster/contract/rules/secrets';
import { sshCommand } from '@quartermaster/contract/rules/ssh-command';

/** A user's SSH command, for which it is enough to know whether the user has a key. */
export const sshCommandOf = (
  server: Pick<Server, 'name' | 'ip' | 'sshPort' | 'secretFields'>,
  user: ServerUser,
): string | null =>
  sshCommand(server, {
    ...user,
    sshKey: isSet(user.sshKey, server, `users.${user.id}.sshKey`) ? 'stored' : null,
  });
