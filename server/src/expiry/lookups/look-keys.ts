import type { LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import type { Subject } from './subjects.ts';

/** The kind of the jobs that look something up. */
export const lookKind = 'look';

/** The key of the job that looks a subject up for a workspace. None of its parts contains a space. */
export const lookKey = (ownerId: string, { kind, subject }: Subject): string =>
  [lookKind, ownerId, kind, subject].join(' ');

export function readLookKey(key: string): Subject & { ownerId: string } {
  const [, ownerId = '', kind = '', subject = ''] = key.split(' ');
  return { ownerId, kind: kind as LookKind, subject };
}
