import { isIpv4 } from './ip-address.ts';

/** No character with a meaning in a shell, and no leading hyphen, which ssh would read as an option. */
const username = /^[A-Za-z0-9_.][A-Za-z0-9._@+-]*$/;

export const isSafeUsername = (text: string): boolean => username.test(text);

/** Reduces a name to [a-z0-9._-] for a file name: drops accents, replaces everything else with hyphens. */
const reduced = (name: string, otherwise: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '') || otherwise;

/** The name of a user's key file, in the SSH command and where the key is downloaded. */
export const keyFileName = (server: string, username: string): string =>
  `${reduced(server, 'server')}_${reduced(username, 'user')}`;

const defaultPort = 22;

/**
 * The SSH command for a user, safe to paste into a shell. A key's file is named after server and user. Null without an
 * address, or if a shell could misread the username.
 */
export function sshCommand(
  server: { name: string; ip?: string | null | undefined; sshPort?: number | null | undefined },
  user: { username: string; sshKey?: string | null | undefined },
): string | null {
  const { ip, sshPort } = server;
  if (!ip || !isIpv4(ip) || !isSafeUsername(user.username)) return null;
  const port = (sshPort ?? defaultPort) === defaultPort ? [] : ['-p', String(sshPort)];
  const hasKey = (user.sshKey ?? '').trim() !== '';
  const key = hasKey ? ['-i', `~/.ssh/${keyFileName(server.name, user.username)}`] : [];
  return ['ssh', ...port, ...key, `${user.username}@${ip}`].join(' ');
}
