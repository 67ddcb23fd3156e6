import { describe, expect, test } from 'vitest';
import { valueText } from './value-text.ts';

describe('a value of the history', () => {
  test('is shown in words', () => {
    expect(valueText('comment', null)).toBe('—');
    expect(valueText('tags', [])).toBe('—');
    expect(valueText('hasApi', true)).toBe('Yes');
    expect(valueText('isActive', true)).toBe('Active');
    expect(valueText('isActive', false)).toBe('Inactive');
    expect(valueText('port', 443)).toBe('443');
    expect(valueText('provider', 'cloudflare', { provider: { cloudflare: 'Cloudflare' } })).toBe(
      'Cloudflare',
    );
    expect(valueText('tags', ['client: acme', 'env: prod'])).toBe('client: acme, env: prod');
    expect(valueText('apiFields', { label: 'API Key', required: false })).toBe(
      'label: API Key, required: No',
    );
    expect(valueText('expirationDate', '2027-03-01T00:00:00.000Z')).toBe('Mar 1, 2027');
    expect(valueText('expirationDate', '2027-03-01')).toBe('Mar 1, 2027');
    expect(valueText('expirationDate', '2027-03-01T00:00:00Z')).toBe('Mar 1, 2027');
    expect(valueText('comment', '2027-03-01 is no instant')).toBe('2027-03-01 is no instant');
    expect(valueText('comment', '2027-03-01')).toBe('2027-03-01');
  });
});
