import type { Server, ServerUser } from '@quartermaster/contract/entities/servers/servers.schema';
import { isSet } from '@quartermaster/contract/rules/secrets';
import { sshCommand } from '@quartermaster/contract/rules/ssh-command';

/** The SSH command of a user, whose key need not be loaded: that there is one is enough. */
export const sshCommandOf = (
  server: Pick<Server, 'name' | 'ip' | 'secretFields'>,
  user: ServerUser,
): string | null =>
  sshCommand(server, {
    ...user,
    sshKey: isSet(user.sshKey, server, `users.${user.id}.sshKey`) ? 'stored' : null,
  });
