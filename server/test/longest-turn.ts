import { setImmediate } from 'node:timers/promises';

/**
 * Runs work and returns its result with the CPU time of the longest turn of the event loop meanwhile, in ms: how long
 * it could have delayed other requests, however busy the machine.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; turnMs: number }> {
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
