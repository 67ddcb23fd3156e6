import { describe, expect, test } from 'vitest';
import { valueText } from './value-text.ts';

describe('a value of the history', () => {
  test('is shown in words', () => {
    expect(valueText(null)).toBe('—');
    expect(valueText([])).toBe('—');
    expect(valueText(true)).toBe('Yes');
    expect(valueText(443)).toBe('443');
    expect(valueText(['client: acme', 'env: prod'])).toBe('client: acme, env: prod');
    expect(valueText({ label: 'API Key', required: false })).toBe('label: API Key, required: No');
    expect(valueText('2027-03-01T00:00:00.000Z')).toBe('Mar 1, 2027');
    expect(valueText('2027-03-01 is no instant')).toBe('2027-03-01 is no instant');
  });
});
