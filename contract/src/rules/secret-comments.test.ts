import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsSecret } from './secret-comments.ts';

test('passwords are known after a word for them, in any language', () => {
  for (const text of [
    'PW: Sommer2024',
    'pw=hunter2',
    'pass=geheim',
    'Password: correct-horse',
    'password : swordfish',
    'Passwort: geheim',
    'Passwort (FTP): geheim!',
    'Passwort für web0: gurke',
    'Kennwort = Gurke7',
    'FTP-Passwort: abc',
    'ftppw: x9!kk2',
    'DB pwd -> 8sdf7',
    'Mot de passe : soleil99',
    'Contraseña: sol123',
    'hasło: zima2023',
    'пароль: зима2023',
    'Old host.\nUser: anna\nPW: xY7',
    'user=web0;pass=abc',
    '"password": "tiger"',
    'Password:\nhunter2',
    'Kunde will es so, PW: tiger',
    '**Password**: tiger',
    'The password is: tiger',
    'Password 2: tiger',
    'Password - tiger7',
    'DB_PASSWORD=tiger',
    '密码: tiger',
  ])
    assert.equal(holdsSecret(text), true, text);
});

test('passwords are known after the account, in addresses, and after a word without a sign', () => {
  for (const text of [
    'FTP: web0 / Sommer2024!',
    'FTP: web0 / geheim',
    'Old FTP: web0/geheim',
    'Login: anna@example.com / Berlin77',
    'SSH: root | toor77',
    'WordPress: admin - Kiwi#2020',
    'root / Sommer2024!',
    'admin:Kiwi#2020',
    'ftp://web0:geheim@ftp.example.com/',
    'https://anna:s3cret@example.com/panel',
    'the password is Sommer2024',
    'pw Sommer2024',
    'ssh root@192.0.2.1 pw toor1234',
    'u: anna p: tiger',
    'user: anna pass: tiger',
    'Passwort lautet Kiwi#20',
  ])
    assert.equal(holdsSecret(text), true, text);
});

test('keys, codes and tokens are known where their value looks like one', () => {
  for (const text of [
    'API key: 9f8a7b6c5d',
    'PIN: 4711',
    'Token=ghp_16C7e42F292c6912E7',
    'EPP: aB3$kk',
    'Auth code: x7-Q!pp2',
    'otpauth://totp/x?secret=ABC',
    'Old key\n-----BEGIN OPENSSH PRIVATE KEY-----',
    'https://example.com/?token=9f8a7b6c',
  ])
    assert.equal(holdsSecret(text), true, text);
});

test('what is said about passwords is none', () => {
  for (const text of [
    '',
    'Password: see 1Password',
    'PW: in Bitwarden',
    'Passwort: siehe Tresor',
    'Password changed 2026-01-02',
    'Password last rotated: 2026-01-02',
    'Password: ask Ben',
    'Password: ********',
    'PW: …',
    'pw: -',
    'Password: none',
    'Password: n/a',
    'Password: belongs to the client',
    'Password reset: https://example.com/reset',
    'Password manager: Bitwarden',
    'The client has lost his password again',
    'Passwort ist wie immer beim Kunden',
    'Passwords are in the vault',
    'Password hint: the dog',
    'Password protected: yes',
    'API key: see the secure note',
    'SSH key: ed25519',
    'SSH key: SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
    'Token expires: 2027-01-01',
    'Key contact: Anna',
    'Key: main customer',
    'PIN: required',
    'Secret: no',
    'No password: uses SSO',
    'Lost his password - called him',
    'Passwort: hat der Kunde',
    'Password: managed by IT',
    'Password policy: 12 characters',
  ])
    assert.equal(holdsSecret(text), false, text);
});

test('other comments are none', () => {
  for (const text of [
    'Pass: 3 of 12 tests',
    'Compass: north',
    'Keyword: shoes2024',
    'Passport: X1234567',
    'FTP: web0',
    'FTP: web0 / web1',
    'FTP: ftp.example.com / 21',
    'SSH: root / port 2222',
    'Login: https://example.com/login',
    'User: anna',
    'Login: anna@example.com',
    'Mail: anna@example.com / ben@example.com',
    'Renewal: 2027-03-01 / 2028-03-01',
    'Invoice 2024-117, paid by Anna',
    'Server: 192.0.2.1:22',
    'Moved from web0 to web1 on 2024-05-01',
    'Contact: Anna / +49 30 1234567',
    'Account manager: Ben / Hetzner',
    'TODO: ask for the panel address',
    'Plan: Basic; price = 12.50 EUR',
    'Waiting for a new disk',
    'Forwarded to ops@; kept for old registrations',
    'note: mailbox of Anna, 5 GB',
    'See https://example.com/admin/Panel2024!',
    'Web - shop of Acme',
  ])
    assert.equal(holdsSecret(text), false, text);
});

test('long texts take little time, and beyond a note none', () => {
  const started = performance.now();
  for (const text of ['pass: ', 'pw ', 'a:b / ', 'x=', 'root:', '://a:', 'Passwort für ', '('])
    for (const length of [1000, 10_000, 100_000]) holdsSecret(text.repeat(length).slice(0, length));
  assert.ok(performance.now() - started < 1000);
});
