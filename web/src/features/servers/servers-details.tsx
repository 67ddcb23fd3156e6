import { client } from '@quartermaster/contract/api/client';
import type { Server, ServerUser } from '@quartermaster/contract/entities/servers/servers.schema';
import { isSet } from '@quartermaster/contract/rules/secrets';
import { keyFileName } from '@quartermaster/contract/rules/ssh-command';
import { sshKeyFile } from '@quartermaster/contract/rules/ssh-key';
import type { Details } from '../../record/details.ts';
import { Copied, Fact, Section } from '../../record/fact.tsx';
import { Renewal, inRenewal } from '../../record/renewal.tsx';
import { SecretLine } from '../../record/secret-line.tsx';
import { sshCommandOf } from '../../records/ssh.ts';
import { Badge } from '../../ui/badge.tsx';

export const details: Details<Server> = {
  fields: { users: null, ...inRenewal },
  logins: (server) => (
    <>
      {server.users
        .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
        .map((user) => (
          <User key={user.id} server={server} user={user} />
        ))}
    </>
  ),
  more: (server) => <Renewal record={server} />,
};

/** How one of the server's users signs in. */
function User({ server, user }: { server: Server; user: ServerUser }) {
  const { id, username, isDefault } = user;
  const command = sshCommandOf(server, user);
  const secret = (field: 'password' | 'sshKey', what: string) => {
    const path = `users.${id}.${field}`;
    if (!isSet(null, server, path)) return '—';
    const file = { name: keyFileName(server.name, username), contentOf: sshKeyFile };
    return (
      <SecretLine
        entity={client.servers}
        record={server}
        path={path}
        what={`${what} of ${username}`}
        {...(field === 'sshKey' && { file })}
      />
    );
  };
  return (
    <Section title={username} after={isDefault && <Badge tone="info">Default</Badge>}>
      <dl className="divide-y divide-line">
        <Fact label="SSH command">
          {command === null ? (
            '—'
          ) : (
            <Copied value={command} what={`SSH command of ${username}`}>
              <code className="font-mono text-sm">{command}</code>
            </Copied>
          )}
        </Fact>
        <Fact label="Password">{secret('password', 'password')}</Fact>
        <Fact label="SSH key">{secret('sshKey', 'SSH key')}</Fact>
      </dl>
    </Section>
  );
}
