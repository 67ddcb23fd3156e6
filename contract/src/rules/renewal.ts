/** Whether something renews itself. */
export const autoRenewWords = ['YES', 'NO', 'UNKNOWN'] as const;
export type AutoRenew = (typeof autoRenewWords)[number];

/** How often something is paid. */
export const intervals = ['YEAR', 'MONTH'] as const;
export type Interval = (typeof intervals)[number];

const codes = new Set(Intl.supportedValuesOf('currency'));

/** Whether a text is a currency's code in ISO 4217. */
export const isCurrency = (code: string): boolean => codes.has(code);

export const renewalLabels = {
  autoRenew: 'Auto renew',
  price: 'Price',
  currency: 'Currency',
  payer: 'Payer',
} as const satisfies Readonly<Record<string, string>>;

/** Of what is paid until a day. */
export const paidLabels = {
  paidUntil: 'Paid until',
  ...renewalLabels,
  interval: 'Interval',
} as const satisfies Readonly<Record<string, string>>;

/** Columns of exports that are chosen, by heading. */
export const renewalColumns = {
  'Auto Renew': 'autoRenew',
  Price: 'price',
  Currency: 'currency',
  Payer: 'payer',
} as const;
export const paidColumns = { 'Paid Until': 'paidUntil', ...renewalColumns, Interval: 'interval' } as const;
