import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createDiffieHellmanGroup } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, test } from 'node:test';
import { type TlsOptions, createServer } from 'node:tls';
import { presentedCertificate } from './certificate.ts';
import { egressOf } from './egress.ts';

const pem = (name: string) =>
  readFileSync(new URL(`../../test/test-only-certificate/${name}.pem`, import.meta.url), 'utf8');
const egress = egressOf({ egressAllows: () => true, dnsServers: null });

const presentedAt = (port: number) =>
  presentedCertificate(
    egress,
    { host: 'old.example', port, address: '127.0.0.1' },
    10_000,
    new AbortController().signal,
  );

async function presentedBy(options: TlsOptions) {
  const server = createServer({ key: pem('key'), cert: pem('certificate'), ...options }, (socket) => {
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => void server.close());
  return presentedAt((server.address() as AddressInfo).port);
}

test('the certificate of an old server is read, and what is old is told', async () => {
  const ciphers = 'ALL:@SECLEVEL=0';
  const openssl = (words: string) => execFileSync('openssl', words.split(' '), { stdio: 'pipe' });
  // The second Oakley group (RFC 2409), in DER: a sequence of its prime of 1024 bits and its generator 2.
  const prime = createDiffieHellmanGroup('modp2').getPrime();
  const der = Buffer.concat([Buffer.from('30818702818100', 'hex'), prime, Buffer.from('020102', 'hex')]);
  const dhparam = `-----BEGIN DH PARAMETERS-----\n${der.toString('base64')}\n-----END DH PARAMETERS-----\n`;
  const pair = openssl(
    'req -x509 -newkey rsa:2048 -nodes -keyout - -subj /CN=old -addext subjectAltName=DNS:old',
  );
  const rsa = { key: pair, cert: pair };
  const small = 'DHE-RSA-AES128-SHA:@SECLEVEL=0';
  const servers: [options: TlsOptions, oldTls: string[]][] = [
    [{ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers, ...rsa }, ['Speaks only TLS 1.0']],
    [{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers, ...rsa }, ['Speaks only TLS 1.1']],
    [{ maxVersion: 'TLSv1.2', ciphers: small, dhparam, ...rsa }, ['Uses a small group (DH, 1024 bits)']],
    [{ maxVersion: 'TLSv1.2' }, []],
    [{}, []],
  ];
  for (const [options, oldTls] of servers) {
    const { names, oldTls: found } = await presentedBy(options);
    assert.ok(names.length > 0);
    assert.deepEqual(found, oldTls);
  }
});

test('a server that shares no cipher or no version is named for that', async () => {
  /** What a server sends that ends the handshake: an alert (RFC 5246, section 7.2). */
  const refusals: [alert: number, words: RegExp][] = [
    [40, /TLS error: old\.example shares no cipher .* speaks only RC4 or 3DES can't be read/],
    [70, /TLS error: old\.example speaks no version of TLS from 1\.0 to 1\.3/],
  ];
  for (const [alert, words] of refusals) {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, alert])));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => void server.close());
    await assert.rejects(presentedAt((server.address() as AddressInfo).port), words);
  }
});
