import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxyCountries, serverCountries } from '../catalog/countries.ts';
import { isNoValue } from './blank-words.ts';
import { listedCountry } from './country-names.ts';
import { autoRenewOf, flagOf } from './flag-words.ts';
import { intervalOf } from './interval-words.ts';
import { amountOf, currencyOf } from './money-words.ts';

test('yes and no are read in any case and in each language', () => {
  for (const word of [
    '1',
    'TRUE',
    'On',
    'enabled',
    'x',
    '✓',
    'Ja',
    'oui',
    'Sí',
    'sim',
    'TAK',
    'ano',
    'evet',
    'да',
    'jo',
    'активно',
  ])
    assert.equal(flagOf(` ${word} `), true, word);
  for (const word of [
    '0',
    'False',
    'OFF',
    'disabled',
    '✗',
    'Nein',
    'non',
    'NÃO',
    'nee',
    'nie',
    'ne',
    'hayır',
    'нет',
    'nei',
    'неактивно',
  ])
    assert.equal(flagOf(word), false, word);
  for (const word of ['', 'maybe', 'auto', 'constructor', '2']) assert.equal(flagOf(word), null, word);
});

test('what renews itself is also said by how', () => {
  for (const word of ['Auto', 'AUTOMATIC', 'auto-renew', 'Auto Renewal', 'automatisch', 'Otomatik', 'yes'])
    assert.equal(autoRenewOf(word), true, word);
  for (const word of ['manual', 'Manual Renewal', 'manuell', 'ręczne', "Don't renew", 'no renewal', 'off'])
    assert.equal(autoRenewOf(word), false, word);
  for (const word of ['', 'unknown', 'yearly']) assert.equal(autoRenewOf(word), null, word);
});

test('words, dashes and dates of zeros say that there is no value', () => {
  for (const word of [
    'NULL',
    '(none)',
    'NaN',
    'jamais',
    'никогда',
    'n/a',
    '#N/A',
    'None',
    'never',
    '\\N',
    '--',
    '—',
    '0000-00-00',
    '0000-00-00 00:00:00',
  ])
    assert.equal(isNoValue(word), true, word);
  for (const word of ['-', '0', 'nothing', 'Nevermind Ltd', 'N', '2000-00-00'])
    assert.equal(isNoValue(word), false, word);
});

test('an amount is read with the sign or code of its currency, before or behind', () => {
  for (const [text, digits, currency] of [
    ['14,90 €', '14,90', 'EUR'],
    ['12,98\u00A0€', '12,98', 'EUR'],
    ['$12.98', '12.98', 'USD'],
    ['EUR 9.99', '9.99', 'EUR'],
    ['1.234,50 eur', '1.234,50', 'EUR'],
    ['US$ 5', '5', 'USD'],
    ['$12.98 CAD', '12.98', 'CAD'],
    ['£8', '8', 'GBP'],
    ['CHF 12.-', '12', 'CHF'],
    ['49 zł', '49', 'PLN'],
    ['299 Kč', '299', 'CZK'],
    ['9.99', '9.99', null],
  ] as const)
    assert.deepEqual([amountOf(text)?.digits, amountOf(text)?.currency], [digits, currency], text);
  for (const text of ['', '€', '-5 €', '5 apples', '9 EUR USD', '100 kr'])
    assert.equal(amountOf(text), null, text);
  assert.deepEqual([currencyOf('€'), currencyOf('usd'), currencyOf('kr')], ['EUR', 'USD', null]);
});

test('countries have the name of our lists by code, local name and the names of other languages', () => {
  for (const country of [...proxyCountries, ...serverCountries])
    assert.equal(listedCountry(country), country);
  for (const [text, country] of [
    ['FI', 'Finland'],
    ['fin', 'Finland'],
    ['Suomi', 'Finland'],
    ['Deutschland', 'Germany'],
    ['Niemcy', 'Germany'],
    ['ESPAÑA', 'Spain'],
    ['Česko', 'Czech Republic'],
    ['Czechia', 'Czech Republic'],
    ['日本', 'Japan'],
    ['Nederland', 'Netherlands'],
    ['USA', 'United States'],
    ['UK', 'United Kingdom'],
    ['Türkiye', 'Turkey'],
  ])
    assert.equal(listedCountry(text ?? ''), country, text);
  for (const text of ['', 'Atlantis', 'Frankfurt', 'eu-west-1'])
    assert.equal(listedCountry(text), null, text);
});

test('how often something is paid is read in any case and in each language', () => {
  for (const word of [
    'monthly',
    'Per month',
    '1 Month',
    '/mo',
    'monatlich',
    'mensuel',
    'al mese',
    'Miesięcznie',
    'měsíčně',
  ])
    assert.equal(intervalOf(word), 'MONTH', word);
  for (const word of [
    'YEARLY',
    'annually',
    'per annum',
    '12 months',
    '/yr',
    'jährlich',
    'Par an',
    'roczna',
    'ročně',
    'p.a.',
    '1yr',
    '1 y',
    '12mo',
    '12 ay',
  ])
    assert.equal(intervalOf(word), 'YEAR', word);
  for (const word of [
    '',
    'weekly',
    '24 months',
    '12 years',
    '12 weeks',
    '12 days',
    '11 months',
    'quarterly',
    '3 Monate',
    'one-off',
  ])
    assert.equal(intervalOf(word), null, word);
});
