import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretHeader, isSecretText } from './secret-headers.ts';

test('headers say secret by a word, in a compound, in any case and with blanks', () => {
  for (const header of [
    'OTPAuth',
    'otpUrl',
    'login_totp',
    'TOTP',
    'MFA',
    'mfaSecret',
    '2FA',
    '2-FA',
    'Two factor 2fa code',
    'CVC',
    'cvv2',
    'cardnumber',
    'Card Number',
    'PIN',
    'pin code',
    'SIM-PIN',
    'seed',
    'Seed phrase',
    'Recovery codes',
    'recoveryCodes',
    'backup_code',
    'ftppw',
    'FTP PW',
    'apiKey',
    'API-KEY',
    'Access tokens',
    'Root pass',
    'dbPass',
    'Passwort',
    'FTP-Kennwort',
    'Mot de passe',
    'Contraseña',
    'wachtwoord',
    'Hasło',
    'Пароль',
    'Auth code',
    'EPP',
    'Private key',
    'authInfo',
    'PUK',
    'wifi psk',
    'Two-factor',
    'twoFactor secret',
    'Google Authenticator',
    'Sicherheitscode',
    'Wiederherstellungscodes',
    'Code de récupération',
    'Códigos de recuperación',
    'Kod odzyskiwania',
    'Код восстановления',
  ])
    assert.equal(isSecretHeader(header), true, header);
});

test('words that only contain one say nothing', () => {
  for (const header of [
    'Shopping',
    'Shipping',
    'Keyword',
    'Keywords',
    'Keyboard',
    'Passenger',
    'Passport office',
    'Compass',
    'Pinned',
    'Spin',
    'Turkey',
    'Optional',
    'Option',
    'Seeded',
    'Country code',
    'Card',
    'Notes',
    'Domain',
    'Privacy',
  ])
    assert.equal(isSecretHeader(header), false, header);
});

test('seeds and keys are known by their texts', () => {
  for (const text of [
    'otpauth://totp/x?secret=A',
    ' OTPAUTH://hotp/x',
    '-----BEGIN OPENSSH PRIVATE KEY-----',
  ])
    assert.equal(isSecretText(text), true, text);
  for (const text of ['see otpauth', 'https://x.example/otpauth://', '--BEGIN'])
    assert.equal(isSecretText(text), false);
});
