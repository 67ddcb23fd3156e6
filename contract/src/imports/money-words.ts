import { isCurrency } from '../rules/renewal.ts';

/** Signs of currencies; those that several countries write stand for the one that writes them most. */
const signs = new Map(
  Object.entries({
    '€': 'EUR',
    euro: 'EUR',
    euros: 'EUR',
    $: 'USD',
    us$: 'USD',
    '£': 'GBP',
    '¥': 'JPY',
    '￥': 'JPY',
    c$: 'CAD',
    ca$: 'CAD',
    a$: 'AUD',
    au$: 'AUD',
    nz$: 'NZD',
    hk$: 'HKD',
    s$: 'SGD',
    r$: 'BRL',
    'fr.': 'CHF',
    sfr: 'CHF',
    'sfr.': 'CHF',
    zł: 'PLN',
    kč: 'CZK',
    ft: 'HUF',
    '₽': 'RUB',
    'руб.': 'RUB',
    руб: 'RUB',
    '₴': 'UAH',
    '₺': 'TRY',
    tl: 'TRY',
    '₹': 'INR',
    '₩': 'KRW',
    '₪': 'ILS',
    rmb: 'CNY',
  }),
);
const shared = new Set(['$', '¥', '￥']);

/** The code of a currency by its code or sign; null: neither. */
export function currencyOf(text: string): string | null {
  const word = text.trim();
  const code = word.toUpperCase();
  return isCurrency(code) ? code : (signs.get(word.toLowerCase()) ?? null);
}

export interface Amount {
  /** The number as it was written. */
  digits: string;
  currency: string | null;
  /** Whether other currencies have the same sign. */
  isShared: boolean;
}

const written = /^(\D*)(\d(?:[\d.,'’ ]*\d)?)(?:[.,][\-–—]{1,2})?(\D*)$/u;

/** '14,90 €', '$12.98', 'EUR 9.99', '$12.98 CAD' as a number and its currency; null: something else stands around it. */
export function amountOf(text: string): Amount | null {
  const [, before = '', digits, after = ''] =
    written.exec(text.replaceAll(/[\s\u00A0\u202F]+/g, ' ').trim()) ?? [];
  if (digits === undefined) return null;
  const around = [before, after].map((each) => each.trim()).filter((each) => each !== '');
  const currencies = around.map(currencyOf);
  if (currencies.includes(null)) return null;
  const [only, ...others] = around.flatMap((each) =>
    around.length > 1 && shared.has(each) ? [] : [currencyOf(each)],
  );
  if (others.some((each) => each !== only)) return null;
  const isShared = around.length > 0 && around.every((each) => shared.has(each));
  return { digits, currency: only ?? null, isShared };
}
