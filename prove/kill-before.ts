import { Worker } from 'node:worker_threads';
import pg from 'pg';

/** Kills this process right before it sends the n-th statement to either engine. */
export function killBefore(statement: number): void {
  let left = statement;
  const count = (target: object, name: string) => {
    const methods = target as Record<string, (...args: unknown[]) => unknown>;
    const method = methods[name];
    if (!method) throw new Error(`There is no method ${name} to count`);
    methods[name] = function (...args) {
      left -= 1;
      if (left < 0) process.kill(process.pid, 'SIGKILL');
      return method.apply(this, args);
    };
  };
  count(Worker.prototype, 'postMessage'); // Also counts messages to SQLite's threads.
  count(pg.Client.prototype, 'query');
}
