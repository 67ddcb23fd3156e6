import { expect, test } from 'vitest';
import { priceInput, typedPrice } from './price-input.ts';
import { priceText, readCurrencyBy, renewalText } from './renewal-text.ts';

test('a renewal reads as one line of what is known', () => {
  expect(renewalText({ autoRenew: 'YES', price: 12.5, currency: 'EUR', payer: 'Acme' })).toBe(
    'Renews itself · €12.50 · paid by Acme',
  );
  expect(renewalText({ autoRenew: 'UNKNOWN', price: 0, currency: null, payer: null })).toBe('0.00');
  expect(renewalText({ autoRenew: null, price: null, currency: null, payer: null })).toBe('');
});

test('a price takes a comma, and keeps what is no number for the rule to refuse', () => {
  expect(typedPrice(' 12,50 ')).toBe(12.5);
  expect(typedPrice('1.234,50')).toBe('1.234,50');
  expect(typedPrice('-3')).toBe(-3);
  expect(typedPrice('')).toBeNull();
  expect(priceInput(9.9)).toBe('9.90');
});

test('a price without a currency is in that of the workspace', () => {
  readCurrencyBy(() => 'USD');
  expect(priceText({ price: 12.5, currency: null })).toBe('$12.50');
  expect(priceText({ price: 12.5, currency: 'EUR' })).toBe('€12.50');
  expect(priceText({ price: null, currency: null })).toBeNull();
});
