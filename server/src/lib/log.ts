import { type DestinationStream, type Logger, pino } from 'pino';

interface RequestLike {
  method: string;
  url: string;
  ip: string;
}

const keptBytes = 1024 * 1024;

/** Standard output, which buffers up to a limit while its disk is full. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: keptBytes });
  // An unhandled error event would end the process.
  output.on('error', () => undefined);
  return output;
}

/** One JSON line per event. Logs only the path of a request, since queries contain what users typed. */
export const createLog = (level: string, stream?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      serializers: {
        req: ({ method, url, ip }: RequestLike) => ({ method, path: url.split('?', 1)[0], client: ip }),
      },
    },
    stream ?? standardOutput(),
  );
