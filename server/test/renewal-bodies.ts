import type { Fixture } from './fixture.ts';

/** Bodies that no kind with a renewal takes. */
export const invalidRenewals: Fixture['invalid'] = [
  { body: { autoRenew: 'yes' }, fields: { autoRenew: 'Auto renew must be one of: YES, NO, UNKNOWN' } },
  { body: { price: -1 }, fields: { price: 'Price must not be negative' } },
  { body: { price: 0.001 }, fields: { price: 'Price must have at most two decimals' } },
  { body: { price: '10' }, fields: { price: 'Price must be a number' } },
  ...['EURO', 'ZZZ', '€'].map((currency) => ({
    body: { currency },
    fields: { currency: 'Currency must be a code of ISO 4217, such as EUR' },
  })),
  { body: { payer: 'x'.repeat(101) }, fields: { payer: 'Payer must be less than 100 characters' } },
];

/** Of what is paid until a day: nothing, so that it is not among what expires. */
export const unpaid = { paidUntil: null, price: null };

/** What a change sets of a kind that is paid until a day. */
export const changedRenewal = { autoRenew: 'NO', price: 0, currency: 'JPY', interval: 'YEAR' };
