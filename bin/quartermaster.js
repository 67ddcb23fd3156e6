#!/usr/bin/env node
// `quartermaster` and `npm start`: runs the server, or the command that the arguments name. A checkout first
// installs and builds whatever is missing or out of date, Node 24 included; a package contains the build and needs Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const isServer = args.every((argument) => argument === '--no-jobs');
const entry = join(root, 'dist', isServer ? 'main.js' : 'cli.js');
const flags = [
  '--disable-sigusr1', // a signal must not open the inspector
  '--max-semi-space-size=16', // MiB: with less, the rows of a long list outlive a collection and pile up
  '--disable-warning=ExperimentalWarning',
];
// glibc gives each thread its own heap and returns little of it, so all share one.
// Whatever is larger than this returns to the system when freed. Otherwise glibc raises its threshold to the first 19 MiB
// of a password's hash, and keeps as much from then on.
const env = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024), ...process.env };

function start(node) {
  const command = [...flags, ...process.execArgv, entry, ...args];
  // Replace this process, so that there is only one to watch and to signal.
  if (node === process.execPath && process.platform !== 'win32')
    process.execve(node, [node, ...command], env);
  const child = spawn(node, command, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => {
    console.error(`Node does not start: ${message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

const isNewEnough = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 7);
};

if (existsSync(join(root, 'tools'))) {
  const { prepare } = await import('../tools/build.js');
  const { main } = await import('../tools/setup.js');
  await main(async () => start(await prepare()));
} else if (isNewEnough()) {
  start(process.execPath);
} else {
  console.error(
    `Quartermaster needs Node 24.7 or newer; this is ${process.versions.node}. Install Node 24 and try again.`,
  );
  process.exitCode = 1;
}
