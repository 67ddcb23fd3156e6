import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { withinDeadline } from './deadline.ts';
import type { Egress } from './egress.ts';
import { RequestFailure, atStart, duringOldTls } from './failures.ts';
import { openUnverifiedTls } from './sockets.ts';

/** What a server presents in a TLS handshake. */
export interface PresentedCertificate {
  /** In milliseconds. */
  notBefore: number;
  notAfter: number;
  /** Distinguished names, their parts separated by commas. */
  issuer: string;
  /** The subject of each certificate that was sent. */
  chain: string[];
  /** The names and addresses that it is for. */
  names: string[];
  /** Whether a known authority vouches for it now. */
  trusted: boolean;
  /** Whether it is for the host that was asked. */
  nameMatches: boolean;
  /** What of its TLS is old: the best that it speaks. */
  oldTls: string[];
}

const longestChain = 10;
const namesAtMost = 1000;

const inOneLine = (name: string): string => name.replaceAll('\n', ', ');

/** Its names; what is no plain name or address, and therefore quoted, is left out. */
const namesIn = ({ subjectAltName = '' }: X509Certificate): string[] =>
  subjectAltName
    .split(', ', namesAtMost)
    .flatMap((entry) => /^(?:DNS|IP Address):([^"]+)$/.exec(entry)?.[1] ?? []);

function chainOf(leaf: X509Certificate): string[] {
  const chain: string[] = [];
  for (let each: X509Certificate | undefined = leaf; each && chain.length < longestChain;) {
    chain.push(inOneLine(each.subject));
    each = each.issuerCertificate;
  }
  return chain;
}

const oldVersions: Readonly<Record<string, string>> = {
  TLSv1: 'Speaks only TLS 1.0',
  'TLSv1.1': 'Speaks only TLS 1.1',
};
/** Groups of Diffie-Hellman with fewer bits are small. */
const leastBits = { DH: 2048, ECDH: 224 } as const;

function oldTlsOf(socket: TLSSocket): string[] {
  const version = oldVersions[socket.getProtocol() ?? ''];
  const key = socket.getEphemeralKeyInfo() as { type?: keyof typeof leastBits; size?: number } | null;
  const isSmall = key?.type !== undefined && (key.size ?? Infinity) < leastBits[key.type];
  return [
    ...(version === undefined ? [] : [version]),
    ...(isSmall ? [`Uses a small group (${key.type}, ${key.size} bits)`] : []),
  ];
}

function presentedBy(socket: TLSSocket, host: string): PresentedCertificate {
  const leaf = socket.getPeerX509Certificate();
  if (!leaf) throw new RequestFailure(`${atStart(host)} presented no certificate`);
  return {
    notBefore: leaf.validFromDate.getTime(),
    notAfter: leaf.validToDate.getTime(),
    issuer: inOneLine(leaf.issuer),
    chain: chainOf(leaf),
    names: namesIn(leaf),
    trusted: socket.authorized,
    nameMatches: (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined,
    oldTls: oldTlsOf(socket),
  };
}

/** The certificate of a server at one of its addresses, valid or not. */
export const presentedCertificate = (
  { openTcp }: Pick<Egress, 'openTcp'>,
  { host, port, address }: { host: string; port: number; address: string },
  deadlineMs: number,
  told: AbortSignal,
): Promise<PresentedCertificate> =>
  withinDeadline(
    deadlineMs,
    async (signal) => {
      const socket = await openTcp({ host: address, port }, { signal, name: host });
      return presentedBy(await duringOldTls(host, openUnverifiedTls(socket, host)), host);
    },
    told,
  );
