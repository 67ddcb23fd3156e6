/** Whether something renews itself. */
export const autoRenewWords = ['YES', 'NO', 'UNKNOWN'] as const;
export type AutoRenew = (typeof autoRenewWords)[number];

const codes = new Set(Intl.supportedValuesOf('currency'));

/** Whether a text is a currency's code in ISO 4217. */
export const isCurrency = (code: string): boolean => codes.has(code);

export const renewalLabels = {
  autoRenew: 'Auto renew',
  price: 'Price',
  currency: 'Currency',
  payer: 'Payer',
} as const satisfies Readonly<Record<string, string>>;
