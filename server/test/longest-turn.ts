import { setImmediate } from 'node:timers/promises';

/** How long one turn of the event loop may take, in ms of CPU. */
export const longestTurnMs = 250;
const runs = 3;

/**
 * Runs work and returns its result with the CPU time of the longest turn of the event loop meanwhile, in ms: how long
 * it could have delayed other requests, however busy the machine. Work that took too long is repeated, twice at most,
 * and the shortest turn counts: what the code costs, it costs each time; a collection or a compilation is not repeated.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; turnMs: number }> {
  let run = await measure(work);
  for (let at = 1; at < runs && run.turnMs >= longestTurnMs; at++) {
    const { turnMs } = await measure(work);
    run = { ...run, turnMs: Math.min(run.turnMs, turnMs) };
  }
  return run;
}

async function measure<T>(work: () => Promise<T>): Promise<{ result: T; turnMs: number }> {
  let longest = 0;
  let isRunning = true;
  const watch = async () => {
    while (isRunning) {
      const before = process.threadCpuUsage();
      await setImmediate();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, user + system);
    }
  };
  const watching = watch();
  const result = await work().finally(() => (isRunning = false));
  await watching;
  return { result, turnMs: longest / 1000 };
}
