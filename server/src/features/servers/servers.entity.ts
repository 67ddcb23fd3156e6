import { server } from '@quartermaster/contract/entities/servers/servers.schema';
import { serverUserErrors } from '@quartermaster/contract/rules/server-users';
import { refuse } from '../../lib/errors.ts';
import { recordTable } from '../records/records.table.ts';

export const servers = recordTable(server, {
  /** A user whose password is left out must have one already; blank values count as absent. */
  stored: ({ users, ...fields }) => {
    if (!users) return fields;
    refuse(serverUserErrors(users.map((user) => ({ ...user, id: undefined }))));
    return {
      ...fields,
      users: users.map((user) => ({ ...user, sshKey: user.sshKey?.trim() ? user.sshKey : null })),
    };
  },
});
