// Shared by the other tools. Plain JavaScript without dependencies, since it runs before anything is installed, on the
// system's Node (20.19 or newer). Everything else runs on the Node that npm installs into node_modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants as osConstants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';

/** A failure that the user can act on: shown without a stack trace. */
export class Stop extends Error {}

/** Runs a tool's main function; what it returns becomes the exit code. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** The exit code a shell would report for an ended process. */
export const exitCode = (code, signal) => code ?? 128 + (osConstants.signals[signal] ?? 0);

/** Runs a program and returns {code, stdout, output}; with `show` the program prints directly. */
export function run(command, args, { show = false, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    let stdout = '';
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: 127, stdout, output: output + error.message }));
    child.on('close', (code, signal) => resolve({ code: exitCode(code, signal), stdout, output }));
  });
}

/** Forwards terminating signals to a child, so that it can shut down properly. */
export function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}

/** The script behind a package's command, to be run with the installed Node: bin('vite', 'web'). */
export function bin(name, workspace = '.', command = name.replace(/^@.*\//, '')) {
  const require = createRequire(join(root, workspace, 'package.json'));
  const folder = require.resolve
    .paths(name)
    .map((path) => join(path, name))
    .find(existsSync);
  if (!folder) throw new Stop(`The package ${name} is not installed. Try: npm ci`);
  const { bin: named } = readJson(join(folder, 'package.json'));
  return join(folder, typeof named === 'string' ? named : named[command]);
}

/** Loads a package as a workspace would; this folder has no dependencies of its own. */
export const load = (name, workspace) => createRequire(join(root, workspace, 'package.json'))(name);

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Identifies the package-lock.json that `install` last installed from. */
const stamp = join(root, 'node_modules/.installed-from');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * Why the installed packages differ from package-lock.json, or undefined. Compares content, since dates are unreliable.
 * After an installation by `install` itself it does not compare: npm's own list differs between systems, and
 * reinstalling would pull packages away from running servers and tests.
 */
function staleness() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return undefined;
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (!installed) return 'nothing is installed yet';
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  for (const [path, { version, optional, devOptional }] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue;
    const found = installed[path];
    const name = path.replace(/^.*node_modules\//, '');
    if (found && found.version !== version) return `${name} is at ${found.version} instead of ${version}`;
    if (!found && !optional && !devOptional) return `${name} is missing`;
  }
  if (!existsSync(nodePath())) return 'Node is missing';
  return undefined;
}

/** Installs what package-lock.json requires, if missing, and returns the path of the Node to use. */
export async function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(`Node 20.19 or newer is required; this is ${process.versions.node}.`);
  }
  const why = staleness();
  if (why) {
    const command = existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install';
    console.log(`Installing packages with npm ${command} (${why}) …`);
    // Take our own Node off the PATH: npm is about to delete it.
    const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));
    const env = { ...process.env, PATH: path.join(delimiter) };
    const { code } = await run('npm', [command, '--include=dev', '--loglevel=error'], {
      show: true,
      env,
      shell: windows,
    });
    if (code !== 0) throw new Stop(`npm ${command} failed (exit code ${code}); see the output above.`);
    writeFileSync(stamp, lockHash());
  }
  return installedNode();
}

const nodePath = () => join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

async function installedNode() {
  const { code, output } = await run(nodePath(), ['--version']);
  if (code === 0 && Number(/^v(\d+)/.exec(output)?.[1]) >= 24) return nodePath();
  // npm's `node` package has no build for this machine (musl, for example): use the system's Node if it is new enough.
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Stop(
    `Node 24 should be at ${nodePath()}, but it does not run (${output.trim() || `exit code ${code}`}).\n` +
      `Try: rm -rf node_modules && npm ci — or start this command with Node 24 itself.`,
  );
}

/** All files at or below a path, in a stable order; `skip` matches names of files and folders to leave out. */
export function files(path, skip) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return existsSync(path) ? [path] : [];
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !skip.test(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? files(join(path, entry.name), skip)
        : entry.isFile()
          ? [join(path, entry.name)]
          : [],
    );
}

/** The path of a program on the PATH. */
export function onPath(name) {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Installs Debian packages if permitted; returns whether it worked. */
export async function aptInstall(...packages) {
  const debian = /^ID(_LIKE)?=.*debian/m.test(
    existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '',
  );
  if (!debian || process.getuid?.() !== 0 || !onPath('apt-get')) return false;
  console.error(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...wait, 'update'], { env });
  const install = [...wait, 'install', '-y', '--no-install-recommends', ...packages];
  const { code, output } = await run('apt-get', install, { env });
  if (code !== 0) console.error(`${output}\napt-get could not install ${packages.join(', ')}.`);
  return code === 0;
}

/** The path of strace, which records what a program writes; installs it if possible. */
export const findStrace = async () =>
  onPath('strace') ?? ((await aptInstall('strace')) ? onPath('strace') : undefined);

/** The path of faketime, which moves the clock of a program; installs it if possible. */
export const findFaketime = async () =>
  onPath('faketime') ?? ((await aptInstall('faketime')) ? onPath('faketime') : undefined);

/** Installs oathtool if possible, for a second opinion on codes; without it, its test is skipped. */
export const findOathtool = async () =>
  onPath('oathtool') ?? ((await aptInstall('oathtool')) ? onPath('oathtool') : undefined);

/** Installs ssh-keygen if possible, which reads what the interface copies and downloads. */
export const findSshKeygen = async () =>
  onPath('ssh-keygen') ?? ((await aptInstall('openssh-client')) ? onPath('ssh-keygen') : undefined);

/**
 * The path of a Chromium; installs one where that is possible. With `headless`, preferably its headless shell: the same
 * engine without the browser around it, which takes as much processor time again as the pages do.
 */
export async function findChromium(node, { headless = false } = {}) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await works(given)) return given;
    throw new Stop(`CHROMIUM_PATH is ${given}, which does not run.`);
  }
  const installed = async (...names) => {
    for (const name of names) {
      const path = onPath(name);
      if (path && (await works(path))) return path;
    }
    return undefined;
  };
  const fromApt = async (name) =>
    (await aptInstall(name, 'fonts-liberation')) ? installed(name) : undefined;
  const playwrights = async () => {
    const { chromium } = load('playwright-core', 'e2e');
    const path = chromium.executablePath();
    return (await works(path)) ? path : undefined;
  };
  const shell = 'chromium-headless-shell';
  const found =
    (headless ? ((await installed(shell)) ?? (await fromApt(shell))) : undefined) ??
    (await installed('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')) ??
    (await playwrights()) ??
    (await fromApt('chromium'));
  if (found) return found;
  console.log("Downloading Playwright's Chromium …");
  const { output } = await run(node, [bin('playwright-core', 'e2e'), 'install', 'chromium']);
  const path = await playwrights();
  if (path) return path;
  throw new Stop(
    `${output.trim()}\nThe browser tests found no Chromium. Install one (on Debian: apt-get install chromium), ` +
      'or set CHROMIUM_PATH.',
  );
}

const works = async (path) => existsSync(path) && (await run(path, ['--version'])).code === 0;
