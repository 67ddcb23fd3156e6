import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoDate } from './dates.ts';

test('dates are read as people and programs write them', () => {
  for (const [text, iso] of [
    ['2027-3-9', '2027-03-09'],
    ['2027/03/09', '2027-03-09'],
    ['2027.03.09.', '2027-03-09'],
    ['20270309', '2027-03-09'],
    ['20270309T101500Z', null],
    ['1805112672', '2027-03-15T12:11:12Z'],
    ['1804550400', '2027-03-09'],
    ['1804550400000', '2027-03-09'],
    ['46455', '2027-03-09'],
    ['09.03.2027 14:05', '2027-03-09T14:05:00Z'],
    ['Tue Mar 09 2027 00:00:00 GMT+0100 (CET)', '2027-03-09'],
    ['Tue Mar 09 2027 00:00:00 GMT+0100 (Central European Standard Time)', '2027-03-09'],
    ['2027-03-09 10:15:00 +0000 UTC', '2027-03-09T10:15:00+0000'],
    ['Tue Mar 09 2027 10:15:00 GMT+0100 (CET)', '2027-03-09T10:15:00+0100'],
    ['Tue Mar  9 10:15:00 UTC 2027', '2027-03-09T10:15:00Z'],
    ['Tue, 09 Mar 2027 10:15:00 GMT', '2027-03-09T10:15:00Z'],
    ['Tuesday, March 9th, 2027', '2027-03-09'],
    ['2027-Mar-09', '2027-03-09'],
    ['9-Mar-27', '2027-03-09'],
    ['Mar 9, 2027 1:30 PM', '2027-03-09T13:30:00Z'],
    ['19000101', null],
    ['20271332', null],
    ['9999999999999', null],
    ['12345678', null],
  ] as const)
    assert.equal(isoDate(text, null), iso, text);
});

test('months are read in words of each language, and by no word that begins like one', () => {
  for (const [text, iso] of [
    ['9. März 2027', '2027-03-09'],
    ['1er janvier 2027', '2027-01-01'],
    ['25 févr. 2027', '2027-02-25'],
    ['25 de octubre de 2027', '2027-10-25'],
    ['1º de janeiro de 2027', '2027-01-01'],
    ['25 giugno 2027', '2027-06-25'],
    ['25-mrt-2027', '2027-03-25'],
    ['25 kwietnia 2027 r.', '2027-04-25'],
    ['25. června 2027', '2027-06-25'],
    ['25. července 2027', '2027-07-25'],
    ['25 maj 2027', '2027-05-25'],
    ['25 Mart 2027', '2027-03-25'],
    ['25 октября 2027 г.', '2027-10-25'],
    ['3. marec 2027', '2027-03-03'],
    ['15. marraskuu 2027', null],
    ['9 Market 2027', null],
    ['Marble 9, 2027', null],
    ['2027 Decor 9', null],
    ['31 juni 2027', null],
    ['about 9 March 2027', null],
  ] as const)
    assert.equal(isoDate(text, null), iso, text);
});
