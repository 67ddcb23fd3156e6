import { parseArgs } from 'node:util';
import { nearest } from './lib/nearest.ts';
import { sentenceOf } from './lib/system-errors.ts';

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  'keep-tokens': { type: 'boolean' },
  now: { type: 'boolean' },
  disable: { type: 'string' },
  enable: { type: 'string' },
  administrator: { type: 'string' },
  'clear-second-factor': { type: 'string' },
} as const;

type Given = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];
type Flag = keyof Given;

interface Command {
  /** The argument that it needs; null: it takes none. */
  argument: string | null;
  flags: readonly Flag[];
  /** One of the flags at most. */
  isChoice?: true;
  /** Its arguments and what they do. */
  help: string;
  /** Loads what it needs, so that help and other commands do not. */
  run: (argument: string, given: Given) => Promise<string>;
}

const config = async () => (await import('./config.ts')).readConfig();
const userActs = ['disable', 'enable', 'administrator', 'clear-second-factor'] as const;

const commands: Readonly<Record<string, Command>> = {
  backup: {
    argument: 'FILE',
    flags: [],
    help: `  backup FILE         Writes all data as it is at this moment to FILE; the server may go on working. The master
                      key is not in it: keep a copy of the key apart from the backup.
`,
    run: async (file) => (await import('./commands/backup.ts')).backUpTo(await config(), file),
  },
  restore: {
    argument: 'FILE',
    flags: ['keep-tokens'],
    help: `  restore FILE        Fills an empty database, SQLite or PostgreSQL, from FILE, whichever it was written from.
                      Needs the master key of the installation that FILE comes from, with which FILE is sealed.
    --keep-tokens     Keeps the API tokens in FILE, which a restore otherwise ends like sessions and invitations.
                      Revives tokens that were ended after FILE was written, and lists all that work again.
`,
    run: async (file, { 'keep-tokens': keepTokens = false }) =>
      (await import('./commands/backup.ts')).restoreFrom(await config(), file, { keepTokens }),
  },
  'rotate-master-key': {
    argument: null,
    flags: ['now'],
    help: `  rotate-master-key   Makes a new master key, a new key to sign tokens and new data keys, and seals every secret
                      with these. With a key file the new key is made and the file replaced, and servers may run;
                      with MASTER_KEY the new one is read from NEW_MASTER_KEY, and no server may run.
    --now             The old keys may be in wrong hands: ends all sessions and API tokens, accepts no token any
                      more, and voids mailed links, invitations and sign-ins that are not completed.
`,
    run: async (_, { now = false }) =>
      (await import('./commands/rotate-master-key.ts')).rotateMasterKey(await config(), { compromised: now }),
  },
  jobs: {
    argument: 'run',
    flags: [],
    help: `  jobs run            Works the background jobs that are due until none is, waits for those that other processes
                      work on, and prints {"done", "failed", "waiting"}: for cron, beside servers started with
                      --no-jobs.
`,
    run: async (act) => {
      if (act !== 'run') throw new UsageError(`There is no command jobs ${act}. Did you mean jobs run?`);
      return (await import('./run-jobs.ts')).runJobs(await config());
    },
  },
  users: {
    argument: null,
    flags: userActs,
    isChoice: true,
    help: `  users               Lists the accounts. The server may go on working, also while one of these changes an account:
    --disable EMAIL   Lets nobody sign in to it, and ends its sessions and API tokens.
    --enable EMAIL    Lets its person sign in again.
    --administrator EMAIL
                      Makes it an administrator of the installation.
    --clear-second-factor EMAIL
                      Removes its codes of an app, its recovery codes and its passkeys, and ends its sessions.
`,
    run: async (_, given) => {
      const { changeUser, listUsers } = await import('./commands/users.ts');
      const act = userActs.find((each) => given[each] !== undefined);
      return act ? changeUser(await config(), act, given[act] ?? '') : listUsers(await config());
    },
  },
  'reset-password': {
    argument: 'EMAIL',
    flags: [],
    help: `  reset-password EMAIL
                      Prints a link by which the password of an account can be replaced, once, within an hour. It
                      begins with PUBLIC_URL, or with the address of the server that runs.
`,
    run: async (email) => (await import('./commands/users.ts')).passwordLink(await config(), email),
  },
};

const usage = `Usage: quartermaster [--no-jobs | COMMAND]

  Without a command it starts the server, with --no-jobs one that leaves the background jobs to others. The environment
  holds the settings; docs/operating.md lists them.
  quartermaster COMMAND --help shows one command.

${Object.values(commands)
  .map(({ help }) => help)
  .join('')}`;

const usageOf = (name: string, { argument, help }: Command): string =>
  `Usage: quartermaster ${name}${argument === null ? '' : ` ${argument}`}\n\n${help.trimEnd()}`;

/** Wrong arguments: exit code 2. */
class UsageError extends Error {}

const unknown = (name: string) =>
  new UsageError(
    `There is no command ${name}. Did you mean ${nearest(name, Object.keys(commands)) ?? ''}? ` +
      'quartermaster --help lists them all.',
  );

/** The first thing wrong with the arguments of a command, in a sentence. */
function faultIn(command: Command, given: Given, rest: readonly string[]): string | null {
  const flags = (Object.keys(given) as Flag[]).filter((flag) => flag !== 'help');
  const foreign = flags.find((flag) => !command.flags.includes(flag));
  if (foreign) return `it takes no --${foreign}`;
  const wanted = command.argument === null ? 0 : 1;
  if (rest.length < wanted) return `${command.argument ?? ''} is missing`;
  if (rest.length > wanted) return `${rest[wanted] ?? ''} is one argument too many`;
  return command.isChoice && flags.length > 1 ? `choose one of --${flags.join(' and --')}` : null;
}

function parsed(): { given: Given; words: string[] } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    return { given: values, words: positionals };
  } catch (error) {
    // Node explains how to pass such a word as an argument, which is never meant here.
    const [sentence = ''] = (error as Error).message.split('. ', 1);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. quartermaster --help lists what there is.`);
  }
}

async function answer(): Promise<string> {
  const { given, words } = parsed();
  const [name, ...rest] = words;
  if (name === undefined && given.version) return (await import('./version.ts')).version;
  if (name === undefined && given.help) return usage.trimEnd();
  if (name === undefined) throw new UsageError(usage.trimEnd());
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw unknown(name);
  if (given.help) return usageOf(name, command);
  const fault = faultIn(command, given, rest);
  if (fault !== null) throw new UsageError(`quartermaster ${name}: ${fault}.\n\n${usageOf(name, command)}`);
  return command.run(rest[0] ?? '', given);
}

try {
  process.stdout.write(`${await answer()}\n`);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
