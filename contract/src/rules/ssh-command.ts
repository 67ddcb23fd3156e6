import { isIpv4 } from './ip-address.ts';

/** Nothing that a shell reads as more than text, and no leading hyphen, which ssh would read as an option. */
const username = /^[A-Za-z0-9_.][A-Za-z0-9._@+-]*$/;

export const isSafeUsername = (text: string): boolean => username.test(text);

/** A name as a part of a file's name: [a-z0-9._-], accents dropped, hyphens for the rest. */
const reduced = (name: string, otherwise: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || otherwise;

/**
 * What signs a user in to a server, safe to paste into a shell; with a key, the file is named after both.
 * null where there is no address, or where the name is one that a shell could misread.
 */
export function sshCommand(
  server: { name: string; ip?: string | null | undefined },
  user: { username: string; sshKey?: string | null | undefined },
): string | null {
  const { ip } = server;
  if (!ip || !isIpv4(ip) || !isSafeUsername(user.username)) return null;
  const target = `${user.username}@${ip}`;
  if ((user.sshKey ?? '').trim() === '') return `ssh ${target}`;
  return `ssh -i ~/.ssh/${reduced(server.name, 'server')}_${reduced(user.username, 'user')} ${target}`;
}
