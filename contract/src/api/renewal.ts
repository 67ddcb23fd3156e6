import { z } from 'zod';
import { limits } from '../rules/limits.ts';
import { autoRenewWords, intervals, isCurrency } from '../rules/renewal.ts';
import { type Fields, also, choice, initially, optionalMoney, optionalText, optionalTime } from './fields.ts';
import * as values from './values.ts';

/** The code of a currency; null and blank mean 'none'. */
export const currency = z
  .string({ error: 'Currency must be text' })
  .max(limits.date, { error: 'Currency must be a code of ISO 4217, such as EUR', abort: true })
  .trim()
  .toUpperCase()
  .refine((code) => code === '' || isCurrency(code), 'Currency must be a code of ISO 4217, such as EUR')
  .nullish();

/** What is known of a renewal: whether it comes by itself, what it costs, and who pays. */
export const renewal = {
  autoRenew: also(initially(choice('Auto renew', autoRenewWords), 'UNKNOWN'), [
    'autorenew',
    'auto renewal',
    'automatic renewal',
    'renews automatically',
  ]),
  price: also(optionalMoney(values.optionalMoney('Price')), [
    'renewal price',
    'renewal cost',
    'cost',
    'annual cost',
    'yearly cost',
  ]),
  currency: also(optionalText(currency), ['renewal currency', 'price currency', 'currency code']),
  payer: also(optionalText(values.optionalText('Payer', limits.payer)), ['paid by', 'billed to', 'bill to']),
} satisfies Fields;

/** What files call the date when something ends. */
export const endNames = [
  'expiration',
  'expiration date',
  'expires',
  'expires on',
  'expires at',
  'expiry',
  'expiry date',
  'expire date',
  'exp date',
  'renewal date',
  'paid until',
  'valid until',
];

/** What is paid until a day, and for how long. */
export const paid = {
  paidUntil: also(optionalTime, [...endNames, 'due date', 'next due date', 'next renewal', 'end date']),
  ...renewal,
  interval: also(initially(choice('Interval', intervals), 'YEAR'), [
    'billing cycle',
    'billing period',
    'billing interval',
    'payment interval',
    'payment period',
    'renewal period',
    'period',
    'cycle',
    'term',
  ]),
} satisfies Fields;
