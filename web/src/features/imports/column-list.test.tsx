import { expect, test } from 'vitest';
import { writtenOut } from './column-list.tsx';

test('an undecided date is written out in both orders', () => {
  expect(writtenOut('04/05/2027', 'dmy')).toBe('May 4, 2027');
  expect(writtenOut('04/05/2027', 'mdy')).toBe('Apr 5, 2027');
  expect(writtenOut('4.5.27 10:00', 'dmy')).toBe('May 4, 2027');
});

test('a date that has no such month, and any other text, is left out', () => {
  expect(writtenOut('25.12.2027', 'mdy')).toBeNull();
  expect(writtenOut('2027-05-04', 'dmy')).toBeNull();
  expect(writtenOut('soon', 'dmy')).toBeNull();
});
