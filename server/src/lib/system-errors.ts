import { getSystemErrorMessage } from 'node:util';

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number };

/** A system's error has a code, a call and a place; people need the place and what is wrong with it. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno, code, path, address, port } = error as SystemError;
  if (code === 'EADDRINUSE')
    return `Port ${String(port)} is taken by another program. Choose another one with PORT, for example PORT=4001`;
  const place = path ?? (address !== undefined && port !== undefined ? `${address}:${port}` : address);
  return errno === undefined || place === undefined
    ? error.message
    : `${place} can't be used: ${getSystemErrorMessage(errno)}`;
}
