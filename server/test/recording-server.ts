import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

interface Recorded {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** How a server answers: with a status, headers and a body, with a body that never ends, or by the socket. */
export type Behaviour =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'endless'
  | 'hang'
  | 'cut'
  | 'nonsense';

type Answered = Behaviour | ((sent: Recorded) => Behaviour);

interface RecordingServer {
  url: string;
  /** Its requests to paths that begin like this. */
  at: (path: string) => Recorded[];
  /** How it answers paths that begin like this; 200 otherwise. */
  answer: (path: string, behaviour: Answered) => void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function behave(behaviour: Behaviour, { socket }: IncomingMessage, response: ServerResponse): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'cut') return void socket.destroy();
  if (behaviour === 'nonsense') return void socket.end('not HTTP at all\r\n\r\n');
  if (behaviour === 'endless') return void response.writeHead(200).write('ok');
  response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
}

/** A server on a free port of this machine that records what it is sent, and answers as a test says. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: Recorded[] = [];
  const behaviours = new Map<string, Answered>();
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    bodyOf(request).then(
      (body) => {
        const sent = { method, path, headers, body };
        requests.push(sent);
        const [, known = { status: 200, body: 'ok' }] =
          [...behaviours].find(([prefix]) => path.startsWith(prefix)) ?? [];
        behave(typeof known === 'function' ? known(sent) : known, request, response);
      },
      () => undefined,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    at: (path) => requests.filter((request) => request.path.startsWith(path)),
    answer: (path, behaviour) => void behaviours.set(path, behaviour),
  };
}
