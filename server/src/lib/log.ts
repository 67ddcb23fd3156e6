import { type DestinationStream, type Logger, pino } from 'pino';
import { asTexts } from './log-text.ts';

export type LogFormat = 'json' | 'text';

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

const errorOutput: DestinationStream = { write: (line) => void process.stderr.write(line) };

/**
 * The log of a process on one of its outputs, in the format that was chosen, else for people on a terminal and for programs
 * elsewhere. `plain`: where people are told more; null: programs read it.
 */
export function logOn(
  output: 'stdout' | 'stderr',
  { logLevel, logFormat }: { logLevel: string; logFormat: LogFormat | null },
): { log: Logger; plain: DestinationStream | null } {
  const stream = output === 'stdout' ? standardOutput() : errorOutput;
  if ((logFormat ?? (process[output].isTTY ? 'text' : 'json')) === 'json')
    return { log: createLog(logLevel, stream), plain: null };
  return { log: createLog(logLevel, asTexts(stream)), plain: stream };
}

/** One line per event. */
export const createLog = (level: string, stream = standardOutput()): Logger =>
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
    stream,
  );
