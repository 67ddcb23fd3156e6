import { client } from '@quartermaster/contract/api/client';
import type { Server, ServerUser } from '@quartermaster/contract/entities/servers/servers.schema';
import type { Identified } from '../../records/entity.ts';
import { secretAt } from '../../records/secrets.ts';
import { sshCommandOf } from '../../records/ssh.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Marked } from '../../ui/marked.tsx';
import { SecretCell } from '../../ui/secret-cell.tsx';
import { Copyable } from '../../list/table/cells.tsx';

/** How many of a server's users are shown at first. */
const atOnce = 2;

/** The longest end of an SSH command that is shown whole, in characters. */
const wholeAtMost = 20;

const line = 'flex h-6 min-w-0 items-center gap-1.5';

type Signed = Pick<Server, 'id' | 'name' | 'ip' | 'sshPort' | 'users' | 'secretFields'>;

const passwordOf = (server: Signed, { id }: ServerUser) =>
  secretAt(client.servers, server, `users.${id}.password`);

const shownUsers = ({ users }: Signed, isOpen: boolean): ServerUser[] => {
  const sorted = users.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
  return isOpen ? sorted : sorted.slice(0, atOnce);
};

interface UsersProps {
  server: Signed;
  /** Whether all users are shown, or only the first. */
  isOpen: boolean;
  onToggle: (server: Identified) => void;
}

const Username = ({ username, isDefault }: ServerUser) => (
  <>
    <span className="min-w-0 clipped">
      <Marked>{username}</Marked>
    </span>
    {isDefault && <Badge tone="info">Default</Badge>}
  </>
);

/** As high with one user as with more. */
export const UsersAndAccess = (props: UsersProps) => (
  <div className="grid min-h-12 content-center">
    {shownUsers(props.server, props.isOpen).map((user, index) => (
      <span key={index} className={line}>
        <Username {...user} />
        <SecretCell value={passwordOf(props.server, user)} what={`password of ${user.username}`} />
        {index === atOnce - 1 && <MoreUsers {...props} className="ml-auto h-6 min-w-6 shrink-0" isShort />}
      </span>
    ))}
  </div>
);

interface MoreUsersProps extends UsersProps {
  className: string;
  /** Shown as '+3'. */
  isShort?: boolean;
}

function MoreUsers({ server, isOpen, onToggle, className, isShort = false }: MoreUsersProps) {
  const more = server.users.length - atOnce;
  if (more <= 0) return null;
  const text = isOpen ? 'Fewer users' : `${more} more ${more === 1 ? 'user' : 'users'}`;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`${text} of ${server.name}`}
      data-tip={isShort ? text : undefined}
      onClick={() => onToggle(server)}
      className={`no-print justify-self-start text-xs text-accent-text hover:underline ${className}`}
    >
      {isShort ? (isOpen ? '−' : `+${more}`) : text}
    </button>
  );
}

/** Where a command is cut if it is too long: before the user, or before the address if the two are long. */
function cutOf(command: string): number {
  const user = command.lastIndexOf(' ') + 1;
  return command.length - user <= wholeAtMost ? user : command.lastIndexOf('@');
}

/** Keeps the space at the cut. */
const spaced = 'whitespace-pre! print:whitespace-pre-wrap!';

/** The end of a command names the host, so a long one is cut in its middle. */
const Command = ({ text }: { text: string }) => {
  const cut = cutOf(text);
  return (
    <code className="flex min-w-0 font-mono text-xs print:block">
      <span className={`min-w-0 clipped ${spaced}`}>{text.slice(0, cut)}</span>
      <span className={`max-w-full shrink-0 clipped ${spaced}`}>{text.slice(cut)}</span>
    </code>
  );
};

export const SshCommands = ({ server, isOpen }: Pick<UsersProps, 'server' | 'isOpen'>) => (
  <div className="grid min-h-12 content-center">
    {shownUsers(server, isOpen).map((user, index) => {
      const command = sshCommandOf(server, user);
      return (
        <span key={index} className={line}>
          {command === null ? (
            '—'
          ) : (
            <Copyable value={command} what={`SSH command of ${user.username}`}>
              <Command text={command} />
            </Copyable>
          )}
        </span>
      );
    })}
  </div>
);

/** For narrow screens: a press on a line copies it. */
export const UserLines = (props: UsersProps) => (
  <div className="grid grid-cols-1 gap-2">
    {shownUsers(props.server, props.isOpen).map((user, index) => {
      const command = sshCommandOf(props.server, user);
      const password = passwordOf(props.server, user);
      return (
        <div key={index} className="grid grid-cols-1 gap-2">
          {typeof password === 'function' ? (
            <CopyButton value={password} what={`password of ${user.username}`}>
              <Username {...user} />
              <span aria-hidden className="tracking-wider text-ink-2">
                ••••••••
              </span>
            </CopyButton>
          ) : (
            <span className={line}>
              <Username {...user} />
              {password === null ? '—' : '••••••••'}
            </span>
          )}
          {command !== null && (
            <CopyButton value={command} what={`SSH command of ${user.username}`}>
              <Command text={command} />
            </CopyButton>
          )}
        </div>
      );
    })}
    <MoreUsers {...props} className="h-10" />
  </div>
);
