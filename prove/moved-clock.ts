import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from './context.ts';

/** A clock that several processes read instead of the system's, and that can be moved while they run. */
export interface MovedClock {
  /** What a process needs to read it. */
  settings: Record<string, string>;
  now: () => number;
  set: (time: number) => Promise<void>;
}

/** The library that the command puts before a program. */
function libraryOf(faketime: string, attempts = 5): string {
  try {
    return execFileSync(faketime, ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).trim();
  } catch (error) {
    // It fails if one with the same process id was killed before: the next has another id.
    if (attempts > 1) return libraryOf(faketime, attempts - 1);
    throw error;
  }
}

/** Starts at a time. Only the wall clock moves; durations are measured as ever. */
export async function movedClock({ directory }: Context, start: number): Promise<MovedClock> {
  const faketime = process.env.FAKETIME_PATH;
  if (!faketime) throw new Error('Not tried: moving the clock of a process needs faketime');
  const library = libraryOf(faketime);
  const file = join(await directory(), 'clock');
  let ahead = 0;
  const offset = (time: number) => {
    ahead = Math.round((time - Date.now()) / 1000);
    return `${ahead < 0 ? '-' : '+'}${Math.abs(ahead)}\n`;
  };
  writeFileSync(file, offset(start));
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    now: () => Date.now() + ahead * 1000,
    // Replaced as a whole: somebody reads it at any moment.
    set: async (time) => {
      writeFileSync(`${file}.new`, offset(time));
      await rename(`${file}.new`, file);
    },
  };
}
