import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { folded } from '@quartermaster/contract/rules/folded';
import { isIpv4 } from '@quartermaster/contract/rules/ip-address';
import { registrarKeys } from '@quartermaster/contract/rules/registrar-names';
import type { OwnedTableName } from '../../db/schema.ts';
import { entityOf, keyOf, references } from '../kinds/entities.ts';
import type { ReferenceQuery } from './reference-query.ts';
import { identityOf } from './targets.ts';

/** A name as all of its spellings have it: case, accents, width and blanks make no difference. */
export const spelled = (text: string): string => folded(text).trim().replaceAll(/\s+/g, ' ');

const between = /[\s<>()[\],;:|"']+/;

/** The first address of a mailbox in a text: 'Ops <ops@acme.example>', 'mailto:ops@acme.example'; '' without one. */
const mailboxIn = (text: string): string =>
  text.split(between).find((word) => /^[^@]+@[^@]+$/.test(word)) ?? '';

/** The only IPv4 address in a text: 'root@203.0.113.5:22', 'https://203.0.113.5/'. */
export function addressIn(text: string): string | null {
  const found = text.match(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g) ?? [];
  const [address = ''] = found;
  return found.length === 1 && isIpv4(address) ? address : null;
}

/** What names a record in a query: its whole name, or the part that is its name. */
export function nameIn(table: OwnedTableName, { whole, parts }: ReferenceQuery): string {
  const { name } = entityOf[table];
  return whole === '' && typeof name === 'string' ? (parts[name] ?? '') : whole;
}

const accountNames = {
  name: 'registratorType.name',
  login: 'emailAccount.email',
} as const;

/** A text without a word in it, and without the signs around. */
const without = (text: string, word: string): string =>
  text
    .replace(word, ' ')
    .split(/[\s<>()[\],;|]+/)
    .filter((each) => /[\p{L}\p{N}]/u.test(each))
    .join(' ');

/** An account by its registrar and its login, which may stand in one text: 'Gandi SAS (ops@acme.example)'. */
function accountParts(asked: ReferenceQuery): Readonly<Record<string, string>> {
  const text = asked.whole === '' ? (asked.parts[accountNames.name] ?? '') : asked.whole;
  const within = mailboxIn(text);
  const login = asked.parts[accountNames.login] ?? within;
  const name = within === '' ? text.trim() : without(text, within);
  return {
    ...asked.parts,
    ...(name !== '' && { [accountNames.name]: name }),
    ...(login !== '' && { [accountNames.login]: login }),
  };
}

/** The parts by which a query names a record, with what its whole name says. */
export const partsOf = (table: OwnedTableName, asked: ReferenceQuery): Readonly<Record<string, string>> =>
  table === 'registrator_accounts' ? accountParts(asked) : asked.parts;

/** What a query says of the record that a reference leads to; null: nothing. */
export function askedBelow(parts: Readonly<Record<string, string>>, shown: string): ReferenceQuery | null {
  const below = Object.entries(parts).flatMap(([path, value]) =>
    path.startsWith(`${shown}.`) ? [[path.slice(shown.length + 1), value] as const] : [],
  );
  return below.length > 0 ? { whole: '', parts: Object.fromEntries(below) } : null;
}

/** The address by which a query names a mailbox. */
export function mailboxKey(asked: ReferenceQuery): string {
  const text = nameIn('email_accounts', asked);
  return emailKeyOf(mailboxIn(text) || text.trim());
}

const onlyAddress = /^(?:[a-z]+:\/\/)?(?:[^\s@/]+@)?[\d.]+(?::\d+)?\/?$/i;

/** What a name says of its record beside it: that of a server may be its address, as in 'root@203.0.113.5:22'. */
export function saidByName(table: OwnedTableName, asked: ReferenceQuery): { ip?: string } {
  const name = table === 'servers' ? nameIn(table, asked).trim() : '';
  const ip = onlyAddress.test(name) ? addressIn(name) : null;
  return ip === null ? {} : { ip };
}

/** What spellings of one name have in common, so that it is created once. */
export function spellingKey(table: OwnedTableName, asked: ReferenceQuery): string {
  const parts = partsOf(table, asked);
  if (table === 'registrator_types') {
    const [own = spelled(nameIn(table, asked)), ...usual] = registrarKeys(nameIn(table, asked));
    const [only, ...others] = usual;
    return only !== undefined && others.length === 0 ? only : own;
  }
  if (table === 'email_accounts') return mailboxKey(asked);
  const { ip } = saidByName(table, asked);
  if (ip !== undefined) return ip;
  const own = references.filter(({ from }) => from === table);
  const known = identityOf(table).flatMap((path): string[] => {
    const [first = '', ...rest] = path.split('.');
    const value = parts[path];
    if (value === undefined) return [];
    const reference = own.find(({ shown }) => shown === first);
    if (reference) return [spellingKey(reference.to, { whole: '', parts: { [rest.join('.')]: value } })];
    return [spelled(String(keyOf(table, path, value)))];
  });
  return JSON.stringify(known.length > 0 ? known : [spelled(asked.whole), ...Object.entries(parts).flat()]);
}
