import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { after } from 'node:test';

const file = (name: string) =>
  readFileSync(new URL(`test-only-certificate/${name}`, import.meta.url), 'utf8');
/** Valid for target.test and both loopback addresses; used only in tests. */
export const certificate = file('certificate.pem');
const tlsOptions = { cert: certificate, key: file('key.pem') };

export const login = { username: 'operator', password: 'p:ss wörd' };

export interface Listening {
  ip: string;
  port: number;
  /** The target of each request, in order. */
  seen: string[];
  /** Resolves when the currently open connections are closed, by either side. */
  closed: () => Promise<unknown>;
}

export const ipv4 = '127.0.0.1';
/** All eight groups, as the product formats it. */
export const ipv6 = '0:0:0:0:0:0:0:1';

async function listening(server: Server, ip: string, seen: string[]): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, ip);
  await once(server, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const gone = (socket: Socket) => new Promise((resolve) => void socket.once('close', resolve));
  const closed = () => Promise.all([...sockets].map(gone));
  return { ip, port: (server.address() as AddressInfo).port, seen, closed };
}

/** A server that handles each connection as given. */
export async function startRaw(onSocket: (socket: Socket) => void, ip = ipv4): Promise<Listening> {
  const server = net.createServer((socket) => {
    // A socket that is not read does not notice that the other side has closed it.
    socket.resume();
    onSocket(socket);
  });
  return listening(server, ip, []);
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, ipv4);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The proxies' name resolution: names below .test are loopback, others do not exist. */
const lookUp = (host: string): string | null => {
  const name = host.replace(/^\[|\]$/g, '');
  if (net.isIP(name) !== 0) return name;
  return name.endsWith('.test') ? ipv4 : null;
};

/** Passes bytes both ways until either side ends. */
const join = (one: Duplex, other: Duplex) => {
  pipeline(one, other, one, () => {
    one.destroy();
    other.destroy();
  });
};

const mayPass = ({ headers }: IncomingMessage): boolean =>
  headers['proxy-authorization'] ===
  `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;

/** An HTTP proxy with a login, plain or over TLS. */
export async function startHttpProxy(secure: boolean, ip = ipv4): Promise<Listening> {
  const seen: string[] = [];
  const pass: RequestListener = (request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const answer = (status: number) => void response.writeHead(status).end();
    if (!mayPass(request)) return answer(407);
    const { hostname, port, pathname, search } = new URL(request.url ?? '');
    const host = lookUp(hostname);
    if (host === null) return answer(502);
    const onward = http.get({ host, port: port || 80, path: pathname + search, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.on('error', () => response.destroy());
      reply.pipe(response);
    });
    onward.on('error', () => answer(502));
    response.on('close', () => onward.destroy());
  };
  const server = secure ? https.createServer(tlsOptions, pass) : http.createServer(pass);
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    seen.push(`CONNECT ${request.url ?? ''}`);
    const answer = (status: string) => void socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
    socket.on('error', () => undefined);
    if (!mayPass(request)) return answer('407 Proxy Authentication Required');
    const { hostname, port } = new URL(`http://${request.url ?? ''}`);
    const host = lookUp(hostname);
    if (host === null) return answer('502 Bad Gateway');
    const onward = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      join(socket, onward);
    });
    onward.on('error', () => answer('503 Service Unavailable'));
  });
  return listening(server, ip, seen);
}

async function exactly(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null;
    if (bytes !== null) return bytes;
    await once(socket, 'readable');
  }
}

async function socksHost(socket: Socket, kind: number | undefined): Promise<string> {
  if (kind === 1) return [...(await exactly(socket, 4))].join('.');
  if (kind === 4) return (await exactly(socket, 16)).toString('hex').replaceAll(/(....)(?=.)/g, '$1:');
  const [length = 0] = await exactly(socket, 1);
  return (await exactly(socket, length)).toString();
}

async function serveSocks(socket: Socket, seen: string[]): Promise<void> {
  const [, methods = 0] = await exactly(socket, 2);
  const offered = await exactly(socket, methods);
  if (!offered.includes(2)) return void socket.end(Buffer.from([5, 0xff]));
  socket.write(Buffer.from([5, 2]));
  const [, nameLength = 0] = await exactly(socket, 2);
  const username = (await exactly(socket, nameLength)).toString();
  const [passwordLength = 0] = await exactly(socket, 1);
  const password = (await exactly(socket, passwordLength)).toString();
  if (username !== login.username || password !== login.password) return void socket.end(Buffer.from([1, 1]));
  socket.write(Buffer.from([1, 0]));
  const [, , , kind] = await exactly(socket, 4);
  const name = await socksHost(socket, kind);
  const port = (await exactly(socket, 2)).readUInt16BE();
  seen.push(`${kind === 3 ? 'name' : 'address'} ${name} ${port}`);
  const reply = (status: number) => Buffer.from([5, status, 0, 1, 0, 0, 0, 0, 0, 0]);
  const host = lookUp(name);
  if (host === null) return void socket.end(reply(4));
  const onward = net.connect(port, host, () => {
    socket.write(reply(0));
    join(socket, onward);
  });
  onward.on('error', () => socket.end(reply(5)));
}

/** A SOCKS5 proxy with a login. */
export async function startSocksProxy(ip = ipv4): Promise<Listening> {
  const seen: string[] = [];
  const server = net.createServer((socket) => void serveSocks(socket, seen).catch(() => socket.destroy()));
  return listening(server, ip, seen);
}

/** The caller's address in the target's response: none of this machine's. */
export const echoed = '203.0.113.7';

const chunk = 'x'.repeat(16 * 1024);
const pages: Record<string, RequestListener> = {
  '/json': (_, response) => response.end(JSON.stringify({ ip: echoed })),
  '/origin': (_, response) => response.end(JSON.stringify({ origin: `${echoed}, 10.0.0.1` })),
  '/plain': (_, response) => response.end(`${echoed}\n`),
  '/page': (_, response) => response.end('<html>Hello</html>'),
  '/redirect': (_, response) => response.writeHead(302, { location: '/json' }).end(),
  '/forbidden': (_, response) => response.writeHead(403, 'because').end(),
  '/endless': (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  },
  '/silent': () => undefined,
  '/trickle': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 10);
    response.on('close', () => clearInterval(timer));
  },
  '/half': (_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('half');
    setImmediate(() => response.destroy());
  },
};

/** The target of a proxy test. */
export async function startTarget(secure: boolean, ip = ipv4): Promise<Listening & { origin: string }> {
  const seen: string[] = [];
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    const page = pages[path];
    if (page) page(request, response);
    else response.writeHead(404).end();
  };
  const server = secure ? https.createServer(tlsOptions, answer) : http.createServer(answer);
  const target = await listening(server, ip, seen);
  const host = ip.includes(':') ? `[${ip}]` : ip;
  return { ...target, origin: `http${secure ? 's' : ''}://${host}:${target.port}` };
}
