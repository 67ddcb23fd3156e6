import { parseArgs } from 'node:util';
import { backUpTo, restoreFrom } from './commands/backup.ts';
import { rotateMasterKey } from './commands/rotate-master-key.ts';
import { changeUser, listUsers, passwordLink, userActs } from './commands/users.ts';
import { ConfigError, readConfig, version } from './config.ts';

const usage = `Usage: quartermaster [COMMAND]

  Without a command it starts the server. The environment holds the settings; README.md lists them.

  backup FILE         Writes all data as it is at this moment to FILE; the server may go on working. The master
                      key is not in it: keep a copy of the key apart from the backup.
  restore FILE        Fills an empty database, SQLite or PostgreSQL, from FILE, whichever it was written from.
                      Needs the master key of the installation that FILE comes from, with which FILE is sealed.
    --unsealed        Accepts a backup without a seal, as earlier versions wrote them. Whoever could write to such
                      a file may have changed anything in it, passwords and roles of accounts included.
  rotate-master-key   Makes a new master key, a new key to sign tokens and new data keys, and seals every secret
                      with these. With a key file the new key is made and the file replaced, and servers may run;
                      with MASTER_KEY the new one is read from NEW_MASTER_KEY, and no server may run.
    --now             The old keys may be in wrong hands: ends all sessions and API tokens, and accepts no token any
                      more.
  users               Lists the accounts. The server may go on working, also while one of these changes an account:
    --disable EMAIL   Lets nobody sign in to it, and ends its sessions and API tokens.
    --enable EMAIL    Lets its person sign in again.
    --administrator EMAIL
                      Makes it an administrator of the installation.
    --clear-second-factor EMAIL
                      Removes its codes of an app, its recovery codes and its passkeys, and ends its sessions.
  reset-password EMAIL
                      Prints a link by which the password of an account can be replaced, once, within an hour.
`;

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  unsealed: { type: 'boolean' },
  now: { type: 'boolean' },
  disable: { type: 'string' },
  enable: { type: 'string' },
  administrator: { type: 'string' },
  'clear-second-factor': { type: 'string' },
} as const;

type Given = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

/** The commands with the flags that each accepts; null: wrong arguments. */
const commands: Record<
  string,
  { flags: readonly string[]; run: (argument: string | undefined, given: Given) => Promise<string> | null }
> = {
  backup: { flags: [], run: (file) => (file === undefined ? null : backUpTo(readConfig(), file)) },
  restore: {
    flags: ['unsealed'],
    run: (file, { unsealed = false }) =>
      file === undefined ? null : restoreFrom(readConfig(), file, unsealed),
  },
  'rotate-master-key': {
    flags: ['now'],
    run: (none, { now = false }) =>
      none === undefined ? rotateMasterKey(readConfig(), { compromised: now }) : null,
  },
  users: {
    flags: userActs,
    run: (none, given) => {
      const asked = userActs.flatMap((act) => {
        const email = given[act];
        return email === undefined ? [] : [{ act, email }];
      });
      const [first] = asked;
      if (none !== undefined || asked.length > 1) return null;
      return first ? changeUser(readConfig(), first.act, first.email) : listUsers(readConfig());
    },
  },
  'reset-password': {
    flags: [],
    run: (email) => (email === undefined ? null : passwordLink(readConfig(), email)),
  },
};

function run([name = '', argument, ...rest]: string[], given: Given): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const isClear = rest.length === 0 && Object.keys(given).every((flag) => command?.flags.includes(flag));
  const outcome = isClear ? command?.run(argument, given) : null;
  if (!outcome) throw new ConfigError(usage);
  return outcome;
}

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const answer = values.help ? usage : values.version ? version : await run(positionals, values);
  process.stdout.write(`${answer}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
