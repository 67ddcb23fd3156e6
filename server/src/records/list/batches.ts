import { setImmediate } from 'node:timers/promises';

let lastRead: Promise<unknown> = Promise.resolve();

/** Exports and long lists share a queue for reading batches, so that other requests wait for one batch at most. */
function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = lastRead.then(make);
  lastRead = made.catch(() => undefined).then(() => setImmediate());
  return made;
}

/** Reads records in batches; the next one is read while this one is sent. */
export async function* batches<R>(
  read: (ids: readonly string[]) => Promise<R[]>,
  ids: readonly string[],
  rowsAtOnce: number,
): AsyncGenerator<R[]> {
  const next = (start: number) => {
    const reading = inTurn(() => read(ids.slice(start, start + rowsAtOnce)));
    // Avoids an unhandled rejection: nothing awaits it once the client is gone.
    reading.catch(() => undefined);
    return reading;
  };
  if (ids.length === 0) return;
  let reading = next(0);
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const rows = await reading;
    if (start + rowsAtOnce < ids.length) reading = next(start + rowsAtOnce);
    yield rows;
  }
}
