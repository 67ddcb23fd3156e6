import type { Server, ServerUser } from '@quartermaster/contract/entities/servers/servers.schema';
import { sshCommand } from '@quartermaster/contract/rules/ssh-command';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SecretCell } from '../../ui/secret-cell.tsx';

/** How many of a server's users are shown at first. */
const atOnce = 2;

const line = 'flex h-6 min-w-0 items-center gap-1.5';

const shownUsers = ({ users }: Server, isOpen: boolean): ServerUser[] => {
  const sorted = users.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
  return isOpen ? sorted : sorted.slice(0, atOnce);
};

interface UsersProps {
  server: Server;
  /** All users are shown, not only the first. */
  isOpen: boolean;
  onToggle: (server: Server) => void;
}

export function UsersAndAccess({ server, isOpen, onToggle }: UsersProps) {
  const more = server.users.length - atOnce;
  return (
    <div className="grid">
      {shownUsers(server, isOpen).map(({ username, password, isDefault }, index) => (
        <span key={index} className={line}>
          <span className="min-w-0 clipped">{username}</span>
          {isDefault && <Badge tone="info">Default</Badge>}
          <span className="shrink-0 text-ink-2">
            <SecretCell value={password} what={`password of ${username}`} />
          </span>
        </span>
      ))}
      {more > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`${moreText(more, isOpen)} of ${server.name}`}
          onClick={() => onToggle(server)}
          className="no-print h-6 justify-self-start text-xs text-accent-text hover:underline"
        >
          {moreText(more, isOpen)}
        </button>
      )}
    </div>
  );
}

const moreText = (more: number, isOpen: boolean): string => {
  if (isOpen) return 'Fewer users';
  return `${more} more ${more === 1 ? 'user' : 'users'}`;
};

export const SshCommands = ({ server, isOpen }: Pick<UsersProps, 'server' | 'isOpen'>) => (
  <div className="grid self-start">
    {shownUsers(server, isOpen).map((user, index) => {
      const command = sshCommand(server, user);
      return (
        <span key={index} className={line}>
          {command === null ? (
            '—'
          ) : (
            <>
              <code data-tip={command} className="min-w-0 clipped font-mono text-xs">
                {command}
              </code>
              <CopyButton value={command} what={`SSH command of ${user.username}`} />
            </>
          )}
        </span>
      );
    })}
    {server.users.length > atOnce && <span aria-hidden className="h-6" />}
  </div>
);
