import type { AutoRenew } from '@quartermaster/contract/rules/renewal';
import { formatMoney } from '../../ui/format.ts';

/** What is known of a renewal. */
export interface Renewal {
  autoRenew: AutoRenew | null;
  price: number | null;
  currency: string | null;
  payer: string | null;
}

let workspaceCurrency = (): string | null => null;
/** Has the currency of prices without one read so, from the start on. */
export const readCurrencyBy = (read: () => string | null): void => {
  workspaceCurrency = read;
};

/** '€12.50', by default in the workspace's currency. */
export const moneyText = (amount: number, currency: string | null | undefined): string =>
  formatMoney(amount, currency ?? workspaceCurrency());

/** The same; a currency alone as such. An answer may lack the fields. */
export const priceText = ({
  price,
  currency,
}: Partial<Pick<Renewal, 'price' | 'currency'>>): string | null =>
  price == null ? (currency ?? null) : moneyText(price, currency);

/** 'Renews itself · €12.50 · paid by Acme'; empty if nothing is known. */
export const renewalText = ({ autoRenew, payer, ...price }: Partial<Renewal>): string =>
  [
    autoRenew === 'YES' && 'Renews itself',
    autoRenew === 'NO' && 'Does not renew itself',
    priceText(price),
    payer != null && `paid by ${payer}`,
  ]
    .filter(Boolean)
    .join(' · ');
