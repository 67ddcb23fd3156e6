// Loaded into the measured server with --import: measures how long its event loop is held, and answers each
// connection to a socket with the longest time since the connection before, in milliseconds.
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const path = process.env.LOOP_DELAY_SOCKET;
const resolution = 5;

if (isMainThread && path) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const answer = (socket) => {
    socket.end(String(delay.max / 1e6));
    delay.reset();
  };
  // A block that ended just before the connection is recorded when the monitor's timer next fires.
  const server = createServer((socket) => setTimeout(answer, 2 * resolution, socket));
  rmSync(path, { force: true });
  server.listen(path).unref();
}
