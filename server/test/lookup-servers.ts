import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, type Server, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { Packet, createUDPServer } from 'dns2';

/** What an RDAP server answers about a name. */
export interface RdapAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The body begins, and never ends. */
  isEndless?: boolean;
}

/** As in RFC 9083, section 5.3, in its parts that are read. */
export const rdapDomain = (ldhName: string, expiration: string | null, more: object = {}) => ({
  rdapConformance: ['rdap_level_0'],
  objectClassName: 'domain',
  handle: 'XXXX',
  ldhName,
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'NS2.example.net.' },
    { objectClassName: 'nameserver', ldhName: 'ns1.example.net' },
  ],
  secureDNS: { delegationSigned: true },
  entities: [
    {
      objectClassName: 'entity',
      roles: ['registrar'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Example Registrar, Inc.'],
        ],
      ],
    },
  ],
  status: ['client transfer prohibited', 'active'],
  events: [
    { eventAction: 'registration', eventDate: '2010-02-03T04:05:06Z' },
    { eventAction: 'registrar expiration', eventDate: '2001-01-01T00:00:00Z' },
    ...(expiration === null ? [] : [{ eventAction: 'expiration', eventDate: expiration }]),
  ],
  ...more,
});

/** An address of this machine for this process alone, for servers at ports that others use too. */
export const ownAddress = `127.${1 + ((process.pid >> 8) & 0x7f)}.${process.pid & 0xff}.${1 + ((process.pid >> 15) % 250)}`;

/** Has a server listen until the tests of the file are over; returns its port. */
async function listening(server: Server, host: string, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** An RDAP server on a port, and therefore a bucket, of its own. */
export async function startRdap(answerTo: (name: string) => RdapAnswer) {
  const asked: { name: string; at: number; accept: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const name = /\/domain\/(.+)$/.exec(request.url ?? '')?.[1] ?? '';
    asked.push({ name, at: performance.now(), accept: request.headers.accept });
    const { status = 200, headers = {}, body = '', isEndless = false } = answerTo(name);
    response.writeHead(status, { 'content-type': 'application/rdap+json', ...headers });
    if (isEndless) response.write('{');
    else response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const port = await listening(server, '127.0.0.1');
  after(() => server.closeAllConnections());
  return { asked, url: `http://127.0.0.1:${port}/` };
}

/** The file of a list that names these servers by top-level domain. */
export async function rdapListFile(servers: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-rdap-'));
  after(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, 'dns.json');
  const services = Object.entries(servers).map(([tld, url]) => [[tld], [url]]);
  await writeFile(file, JSON.stringify({ version: '1.0', publication: '2026-01-01T00:00:00Z', services }));
  return file;
}

/** Why nothing can listen at the fixed ports of WHOIS and HTTPS here; false: it can. */
export const noFixedPorts: string | false = await new Promise((resolve) => {
  const probe = createTcpServer();
  probe.on('error', () => resolve('needs a user who may listen at ports 43 and 443'));
  probe.listen(43, ownAddress, () => probe.close(() => resolve(false)));
});

/** A WHOIS server, at the port that all have. */
export async function startWhois(answerTo: (query: string) => string | Buffer): Promise<string[]> {
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      asked.push(data.toString());
      socket.end(answerTo(data.toString().trim()));
    });
  });
  await listening(server, ownAddress, 43);
  return asked;
}

const pem = (name: string) =>
  readFileSync(new URL(`test-only-certificate/${name}.pem`, import.meta.url), 'utf8');

/** A server that presents one of the certificates; returns its port. */
export const startTls = (certificate: 'certificate' | 'expired', host: string, port = 0): Promise<number> => {
  const server = createTlsServer({ key: pem('key'), cert: pem(certificate) }, (socket) => {
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  return listening(server, host, port);
};

type Records = Readonly<Record<string, Readonly<Record<string, readonly string[]>> | 'SERVFAIL'>>;

const codes = { NXDOMAIN: 3, SERVFAIL: 2 };
const dataOf: Record<string, (value: string) => object> = {
  A: (address) => ({ address }),
  AAAA: (address) => ({ address }),
  NS: (ns) => ({ ns }),
  CNAME: (domain) => ({ domain }),
  MX: (exchange) => ({ exchange, priority: 10 }),
};

/** A DNS server with these records; names that it lacks do not exist. Returns its address and port. */
export async function startDns(records: Records): Promise<string> {
  const types = Object.entries(Packet.TYPE as unknown as Record<string, number>);
  const server = createUDPServer((request, send) => {
    const response = Packet.createResponseFromRequest(request);
    const [question] = request.questions as unknown as { name: string; type: number }[];
    const name = question?.name.toLowerCase() ?? '';
    const type = types.find(([, number]) => number === question?.type)?.[0] ?? '';
    const known = records[name];
    const header = response.header as unknown as { rcode: number };
    if (known === undefined) header.rcode = codes.NXDOMAIN;
    else if (known === 'SERVFAIL') header.rcode = codes.SERVFAIL;
    else
      for (const value of known[type] ?? [])
        response.answers.push({
          name,
          type: question?.type,
          class: 1,
          ttl: 60,
          ...dataOf[type]?.(value),
        } as never);
    void send(response);
  });
  await server.listen(0, '127.0.0.1');
  after(() => void server.close());
  const { port } = (server as unknown as { address: () => AddressInfo }).address();
  return `127.0.0.1:${port}`;
}
