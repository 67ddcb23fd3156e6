// What tests and checks cost in processor time.
import { readFileSync } from 'node:fs';

/** The processor time of this process and, on Linux, of the processes under it that have ended. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (process.platform !== 'linux') return own;
  const ticks = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(13, 15);
  return ticks.reduce((sum, each) => sum + Number(each) / 100, own);
}

/** A command that does the same and prints at last how much processor time it took, which `cpuIn` reads, in seconds. */
export const timed = (command, args) => [
  'sh',
  ['-c', '"$@"; code=$?; times >&2; exit $code', 'sh', command, ...args],
];

export function cpuIn(printed) {
  const [, minutes = 0, seconds = 0, more = 0, rest = 0] =
    [...printed.matchAll(/^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/gm)].at(-1) ?? [];
  return 60 * (Number(minutes) + Number(more)) + Number(seconds) + Number(rest);
}
