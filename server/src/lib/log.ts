import { type DestinationStream, type Logger, pino } from 'pino';

interface RequestLike {
  method: string;
  url: string;
  ip: string;
  /** Of Fastify's requests; the pattern that matched. */
  routeOptions?: { url?: string | undefined };
}

const keptBytes = 1024 * 1024;

/** Standard output, which buffers up to a limit while its disk is full. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: keptBytes });
  // An unhandled error event would end the process.
  output.on('error', () => undefined);
  return output;
}

/** Calendars, and links in messages, have a token in their path. */
const withToken = /^(\/(?:api\/)?(?:calendar|acknowledge)\/)[^/]+/;

/** The path of a request without what users typed, which is in its query, and without tokens. */
const pathOf = ({ url, routeOptions }: RequestLike): string => {
  const { url: pattern = '' } = routeOptions ?? {};
  if (pattern.includes(':token')) return pattern;
  return (url.split('?', 1)[0] ?? '').replace(withToken, '$1…');
};

/** One JSON line per event. */
export const createLog = (level: string, stream?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      serializers: {
        req: (request: RequestLike) => ({
          method: request.method,
          path: pathOf(request),
          client: request.ip,
        }),
      },
    },
    stream ?? standardOutput(),
  );
