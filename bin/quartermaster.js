#!/usr/bin/env node
// `quartermaster`: the server, or with arguments one of its commands, from the sources or, in a package, from dist.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const name = args.length === 0 ? 'main' : 'cli';
const source = join(root, 'server/src', `${name}.ts`);
const entry = existsSync(source) ? source : join(root, 'dist', `${name}.js`);

/** The Node that npm installed as a dependency, where it was allowed to. */
function installedNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

function refuse(why) {
  console.error(
    `Quartermaster needs Node 24.7 or newer. This is ${process.versions.node}, and ${why}.\n` +
      'Install Node 24 and try again, or allow the package "node" to run its install script.',
  );
  process.exitCode = 1;
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 24 || (major === 24 && minor >= 7)) {
  await import(pathToFileURL(entry).href);
} else {
  const node = installedNode();
  if (node) {
    const child = spawn(node, [entry, ...args], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', ({ message }) => refuse(`the one that npm installed does not run here (${message})`));
    child.on('exit', (code, signal) => {
      process.exitCode = code ?? 128 + constants.signals[signal];
    });
  } else {
    refuse('npm has not installed another');
  }
}
