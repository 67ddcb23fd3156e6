import { priceInput, typedPrice } from '../records/dates/price-input.ts';
import { dayOf, timestampOf } from './date-text.ts';

/** In forms, days and prices are texts. */
export const renewalDefaults = { autoRenew: 'UNKNOWN', price: '', currency: '', payer: '' };

/** Of what is paid until a day. */
export const paidDefaults = { paidUntil: '', ...renewalDefaults, interval: 'YEAR' };

interface Paid {
  paidUntil: string | null;
  price: number | null;
}

export const paidValues = ({ paidUntil, price }: Paid) => ({
  paidUntil: dayOf(paidUntil),
  price: priceInput(price),
});

/** Defaults are not sent for a new record. */
export const paidBody = (
  {
    paidUntil,
    price,
    autoRenew,
    interval,
  }: Pick<typeof paidDefaults, 'paidUntil' | 'price' | 'autoRenew' | 'interval'>,
  record: Paid | undefined,
) => ({
  paidUntil: timestampOf(paidUntil, record?.paidUntil ?? null),
  price: typedPrice(price),
  autoRenew: record || autoRenew !== paidDefaults.autoRenew ? autoRenew : undefined,
  interval: record || interval !== paidDefaults.interval ? interval : undefined,
});
