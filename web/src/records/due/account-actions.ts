import type { Area } from '@quartermaster/contract/api/areas';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { messageOf } from '../../api/error.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toaster.tsx';
import { entities } from '../entities.ts';
import { reveal } from '../secrets.ts';

export type Account = NonNullable<Expiration['account']>;

const openWords: Partial<Record<Area, string>> = {
  hostings: 'Open hosting',
  servers: 'Open panel',
  emails: 'Open mailbox',
};

/** What leads to the account at which something is renewed. */
export const openLabel = ({ area }: Account): string => openWords[area] ?? 'Open registrar';

async function copy(text: string | Promise<string>, what: string): Promise<void> {
  try {
    const isDone = await copyText(text);
    toast(isDone ? { title: `${what} copied` } : { title: `${what} could not be copied`, type: 'error' });
  } catch (error) {
    toast({ title: messageOf(error, `${what} could not be copied`), type: 'error' });
  }
}

export const copyUserName = ({ userName }: Account): void => void copy(userName ?? '', 'User name');

/** The server logs it. */
export const copyPassword = ({ area, id, passwordField }: Account): void =>
  void copy(reveal(entities[area].entity, id, passwordField ?? '', 'copy'), 'Password');
