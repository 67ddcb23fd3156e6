import PQueue from 'p-queue';
import { AppError } from '../../lib/errors.ts';

const overloaded = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many sign-ins at once; try again in a moment', undefined, 5);

/** Runs one task at a time. Refuses tasks that find the queue full, and those that waited too long for their turn. */
export function newHashQueue({
  waitingAtMost,
  waitAtMostMs,
}: {
  waitingAtMost: number;
  waitAtMostMs: number;
}) {
  const queue = new PQueue({ concurrency: 1 });
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (queue.size >= waitingAtMost) throw overloaded();
    const queued = Date.now();
    return queue.add(() => {
      if (Date.now() - queued > waitAtMostMs) throw overloaded();
      return task();
    });
  };
}
