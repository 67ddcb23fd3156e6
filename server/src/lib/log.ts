import { type DestinationStream, type Logger, pino } from 'pino';

interface RequestLike {
  method: string;
  url: string;
  ip: string;
}

const keptBytes = 1024 * 1024;

/** Standard output. Where its disk is full, it keeps what fits into the memory given it until there is room again. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: keptBytes });
  // Unheard, the error would end the process.
  output.on('error', () => undefined);
  return output;
}

/** One JSON line an event. Of a request only the path is told: a query holds what somebody typed. */
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
