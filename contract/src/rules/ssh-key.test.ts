import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sshKeyFile, sshKeyHint } from './ssh-key.ts';

const [head, body, end] = [
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  'b3BlbnNzaA==',
  '-----END OPENSSH PRIVATE KEY-----',
];
const file = `${head}\n${body}\n${end}\n`;

test('a key file has LF and one last newline, however the key is stored', () => {
  for (const stored of [
    file,
    file.trimEnd(),
    file.replaceAll('\n', '\r\n'),
    file.trimEnd().replaceAll('\n', '\r\n'),
    file.replaceAll('\n', '\r'),
    `\n  ${file}\r\n \n`,
  ])
    assert.equal(sshKeyFile(stored), file);
});

test('public keys and PuTTY keys are recognised, private ones accepted', () => {
  for (const text of [
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me@example.com',
    '\nssh-rsa AAAAB3NzaC1yc2EAAAADAQAB',
    'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTI me',
    'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC me',
    'no-pty ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me',
    '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----',
    '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
    '-----BEGIN RSA PUBLIC KEY-----\r\nMIIB',
  ])
    assert.match(sshKeyHint(text) ?? '', /^This is a public key/, text);
  for (const text of [
    'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none',
    '\r\nPuTTY-User-Key-File-2: ssh-rsa',
  ])
    assert.match(sshKeyHint(text) ?? '', /PuTTY/, text);
  for (const text of [
    '',
    'anything',
    file,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
    '-----BEGIN EC PRIVATE KEY-----',
  ])
    assert.equal(sshKeyHint(text), undefined, text);
});
