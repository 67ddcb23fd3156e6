import { server } from '@quartermaster/contract/entities/servers/servers.schema';
import { RecordTable } from '../../records/record-table.ts';

export const servers = new RecordTable(server, {
  /** The list of users is replaced as a whole; blank values count as absent. */
  stored: ({ users, ...fields }) => ({
    ...fields,
    ...(users && {
      users: users.map((user) => ({ ...user, sshKey: user.sshKey?.trim() ? user.sshKey : null })),
    }),
  }),
});
