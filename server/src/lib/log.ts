import { type DestinationStream, type Logger, pino } from 'pino';

interface RequestLike {
  method: string;
  url: string;
  ip: string;
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
    stream ?? pino.destination(1),
  );
