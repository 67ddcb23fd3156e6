import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { type UserRow, userByEmail } from '../access/accounts.ts';
import { type AccountChange, changeAccount, removeFactors } from '../access/administration.ts';
import { audit } from '../access/audit.ts';
import { issueToken, linkTo } from '../access/one-time-tokens.ts';
import { type Config, ConfigError } from '../config.ts';
import { isLoopback } from '../lib/loopback.ts';
import { recall } from '../db/facts.ts';
import type { Db, Tx } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import { accountsByAddress } from '../features/installation/installation.service.ts';
import { withTables } from './with-database.ts';

/** The audit can't name the operator at the server's terminal. */
const operator = { actor: null, origin: null };

async function accountWith(tx: Tx, email: string): Promise<UserRow> {
  const user = await userByEmail(tx, email);
  if (!user) throw new ConfigError(`There is no account with the address ${email}`);
  return user;
}

const aligned = (rows: readonly (readonly string[])[]): string => {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widthOf(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** One line for each account. */
export const listUsers = (config: Config): Promise<string> =>
  withTables(config, async (db) => {
    const accounts = await accountsByAddress(db);
    const lines = accounts.map(({ email, role, disabled, secondFactor, lastSeenAt }) => [
      email,
      role === 'ADMIN' ? 'administrator' : 'user',
      disabled ? 'disabled' : 'enabled',
      secondFactor ? 'yes' : 'no',
      lastSeenAt ?? 'never',
    ]);
    for (const same of Map.groupBy(accounts, ({ email }) => emailKeyOf(email)).values())
      if (same.length > 1)
        process.stderr.write(
          `${same.map(({ email }) => email).join(' and ')} are one address in different spellings. ` +
            'Each account keeps its own: it signs in as it is spelled here. Give all but one another address.\n',
        );
    return aligned([['ADDRESS', 'ROLE', 'STATE', 'SECOND FACTOR', 'LAST SEEN'], ...lines]);
  });

/** Finds the account with an address, acts on it, and prints the result. */
const withAccount = (
  config: Config,
  email: string,
  work: (tx: Tx, user: UserRow) => Promise<string>,
): Promise<string> =>
  withTables(config, (db: Db) => transaction(db, async (tx) => work(tx, await accountWith(tx, email))));

const change =
  (fields: AccountChange, outcome: string) =>
  async (tx: Tx, { id, email }: UserRow): Promise<string> => {
    await changeAccount(tx, operator, id, fields);
    return `${email} ${outcome}`;
  };

/** The actions of `users` by flag. */
const acts = {
  disable: change({ disabled: true }, 'is disabled; all sessions and API tokens end within seconds'),
  enable: change({ disabled: false }, 'is enabled'),
  administrator: change({ role: 'ADMIN' }, 'is an administrator of the installation'),
  'clear-second-factor': async (tx: Tx, { id, email }: UserRow): Promise<string> => {
    await removeFactors(tx, operator, id);
    return `${email} no longer has a second factor; all sessions end within seconds`;
  },
};
export type UserAct = keyof typeof acts;

export const changeUser = (config: Config, act: UserAct, email: string): Promise<string> =>
  withAccount(config, email, acts[act]);

/** Creates a link that replaces an account's password once. */
export const passwordLink = (config: Config, email: string): Promise<string> =>
  withAccount(config, email, async (tx, { id: userId, email: subject, disabledAt }) => {
    if (disabledAt !== null)
      throw new ConfigError(
        `${subject} is disabled; enable it first: quartermaster users --enable ${subject}`,
      );
    if (!config.passwordSignIn)
      throw new ConfigError(
        'Nobody signs in with a password here (PASSWORD_SIGN_IN=off): use a passkey or the identity provider, or start ' +
          'with PASSWORD_SIGN_IN=on',
      );
    const token = await issueToken(tx, { purpose: 'reset', userId, email: null });
    await audit(tx, { action: 'reset-link.created', ...operator, subject });
    const base = config.isAddressGiven
      ? config.publicUrl
      : ((await recall(tx, 'server.address')) ?? config.publicUrl);
    if (isLoopback(new URL(base).hostname))
      process.stderr.write(
        `The link works on this machine alone: no server has another address than ${base}. ` +
          'For other people, set PUBLIC_URL to the address that they use.\n',
      );
    return linkTo(base, 'reset', token);
  });
