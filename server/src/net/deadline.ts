import { NoAnswer } from './failures.ts';

/**
 * Work that ends within a time, or when `told` is aborted. Either destroys the sockets that were opened with the signal,
 * since layers above them may ignore an abort while the other side is silent.
 */
export async function withinDeadline<T>(
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  told?: AbortSignal,
): Promise<T> {
  told?.throwIfAborted();
  const sockets = new AbortController();
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => deadline.reject(new NoAnswer(`Timed out after ${deadlineMs / 1000} seconds`)),
    deadlineMs,
  );
  const end = () => deadline.reject(told?.reason);
  told?.addEventListener('abort', end);
  try {
    return await Promise.race([work(sockets.signal), deadline.promise]);
  } finally {
    clearTimeout(timer);
    told?.removeEventListener('abort', end);
    sockets.abort();
  }
}
