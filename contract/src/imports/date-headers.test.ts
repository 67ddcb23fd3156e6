import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expirySurety } from './date-headers.ts';

test('headers say when a domain ends, in each language', () => {
  for (const header of [
    'Expiry',
    'Domain Expiry',
    'Registry Expiry Date',
    'Registration expires',
    'Registered until',
    'Registriert bis',
    'Exp. date',
    'Next due',
    'Paid until',
    'Valid to',
    'Renewal Date',
    'End date',
    'Ablaufdatum',
    'läuft ab am',
    'Gültig bis',
    'Nächste Verlängerung',
    'Fälligkeit',
    'Date d’expiration',
    "Date d'échéance",
    'Échéance',
    'Date de renouvellement',
    'Date de fin',
    'Fecha de vencimiento',
    'Caduca el',
    'Válido hasta',
    'Fecha de renovación',
    'Scadenza',
    'Data di scadenza',
    'Rinnovo',
    'Vervaldatum',
    'Verloopt op',
    'Geldig tot',
    'Data de vencimento',
    'Validade',
    'Data wygaśnięcia',
    'Ważna do',
    'Data odnowienia',
    'Datum vypršení',
    'Platnost do',
    'Platí do',
    'Utgångsdatum',
    'Giltig till',
    'Förnyas',
    'Förfallodatum',
    'Bitiş tarihi',
    'Son kullanma tarihi',
    'Дата окончания',
    'Истекает',
    'Оплачен до',
    'Действителен до',
    'Срок действия',
    'expirationDate',
  ])
    assert.ok((expirySurety(header) ?? 0) > 0, header);
  assert.ok((expirySurety('Domain Expiry') ?? 0) > (expirySurety('Expiry') ?? 0));
  assert.ok((expirySurety('Expires') ?? 0) > (expirySurety('Renewal Date') ?? 0));
});

test('headers of another thing, or of what has been, say that it is none', () => {
  for (const header of [
    'Mis à jour le',
    'Mise à jour',
    'MAJ le',
    'Счёт от',
    'SSL Expiry',
    'Certificate valid until',
    'SSL-Zertifikat gültig bis',
    'Expiration du certificat',
    'Сертификат до',
    'Invoice date',
    'Rechnungsdatum',
    'Next invoice due',
    'Date de facture',
    'Hosting expires',
    'Privacy expiry',
    'Created',
    'Create Date',
    'Registered',
    'Registration date',
    'Updated At',
    'Last modified',
    'Erstellt am',
    'Date de création',
    "Date d'enregistrement",
    'Fecha de alta',
    'Data di creazione',
    'Aangemaakt op',
    'Data de criação',
    'Data rejestracji',
    'Datum vytvoření',
    'Skapad',
    'Kayıt tarihi',
    'Дата регистрации',
  ])
    assert.equal(expirySurety(header), null, header);
});

test('other headers say nothing', () => {
  for (const header of ['Date', 'Datum', 'Column 2', 'Fecha', 'When'])
    assert.equal(expirySurety(header), 0, header);
});

test('a heading may name the kind itself', () => {
  assert.equal(expirySurety('Hosting expires'), null);
  assert.equal(expirySurety('Hosting expires', 'hosting'), 3);
  assert.equal(expirySurety('Server paid until', 'server'), 1);
  assert.equal(expirySurety('SSL expires', 'hosting'), null);
});
