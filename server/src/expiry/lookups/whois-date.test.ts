import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoisDate } from './whois-date.ts';

test('words behind a time are zones of the registry’s country, and without one the day counts', () => {
  const dates: [text: string, tld: string, instant: string][] = [
    ['2027-01-31 21:00:00 CLST', 'cl', '2027-02-01T00:00:00.000Z'],
    ['2027-07-31 21:00:00 CLT', 'cl', '2027-08-01T01:00:00.000Z'],
    ['2026/04/01 01:02:33 (JST)', 'jp', '2026-03-31T16:02:33.000Z'],
    ['2027-01-31 21:00:00 CST', 'cn', '2027-01-31T13:00:00.000Z'],
    ['2027-01-31 21:00:00 CST', 'mx', '2027-02-01T03:00:00.000Z'],
    ['2027-01-31 21:00:00 CST', 'com', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31 21:00:00 IST', 'in', '2027-01-31T15:30:00.000Z'],
    ['2027-01-31 21:00:00 IST', 'il', '2027-01-31T19:00:00.000Z'],
    ['2027-01-31 21:00:00 IST', 'lk', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31 21:00:00 XYZT', 'cl', '2027-01-31T00:00:00.000Z'],
    ['Sun Jan 31 21:00:00 MSK 2027', 'ru', '2027-01-31T18:00:00.000Z'],
    ['Tue Jan 26 21:00:00 PST 2027', 'example', '2027-01-26T00:00:00.000Z'],
    ['31-Jan-2027 21:00:00 (UTC+8)', 'tw', '2027-01-31T13:00:00.000Z'],
    ['2027-01-31 21:00:00 (GMT+5:30)', 'kz', '2027-01-31T15:30:00.000Z'],
    ['2027-01-31 21:00:00 UTC', 'cl', '2027-01-31T21:00:00.000Z'],
    ['2027-01-31 21:00:00', 'cl', '2027-01-31T21:00:00.000Z'],
    ['2027-01-31T21:00:00.123-03:00', 'br', '2027-02-01T00:00:00.000Z'],
  ];
  for (const [text, tld, expected] of dates) assert.equal(whoisDate(text, tld), expected, `${text} .${tld}`);
});

test('days have weekdays, ordinals and months in whole words of several languages', () => {
  const dates: Record<string, string | null> = {
    'Friday 12th Mar 2027': '2027-03-12T00:00:00.000Z',
    'Tuesday 2nd November 2027': '2027-11-02T00:00:00.000Z',
    'Fri, 12 Mar 2027 10:00:00 GMT': '2027-03-12T10:00:00.000Z',
    '30th April 2027 at 10:20:30.000': '2027-04-30T10:20:30.000Z',
    'November  8 2027': '2027-11-08T00:00:00.000Z',
    'Sept. 9, 2027': '2027-09-09T00:00:00.000Z',
    'Sept 9, 2027': '2027-09-09T00:00:00.000Z',
    '9. März 2027': '2027-03-09T00:00:00.000Z',
    '9 mars 2027': '2027-03-09T00:00:00.000Z',
    '9 de marzo de 2027': '2027-03-09T00:00:00.000Z',
    '9 mart 2027': '2027-03-09T00:00:00.000Z',
    '9 марта 2027': '2027-03-09T00:00:00.000Z',
    '2027-marzo-09': '2027-03-09T00:00:00.000Z',
    '2027/3/9': '2027-03-09T00:00:00.000Z',
    '15. marraskuu 2027': null,
    '9 Market 2027': null,
    'Marvellous 9 2027': null,
    '9-Janitor-2027': null,
    '31 April 2027': null,
    '2027-03-09 25:00:00': null,
  };
  for (const [text, expected] of Object.entries(dates)) assert.equal(whoisDate(text), expected, text);
});
