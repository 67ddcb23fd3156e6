import type { ExpirationCost } from '@quartermaster/contract/expirations/expirations.schema';
import { type CsvPairs, toCsv } from '@quartermaster/contract/rules/csv';
import type { CostsAsked } from './expirations-query.ts';

/** What a row of costs is, as its heading says: a type of tags as it is written. */
export const groupName = ({ by, tagType = '' }: Pick<CostsAsked, 'by' | 'tagType'>): string =>
  by === 'tag' ? tagType : by === 'registrar' ? 'Registrar' : 'Payer';

/** 'acme'; 'No client' of what has none. */
export const keyText = (key: string | null, group: string): string =>
  key ?? `No ${group.charAt(0).toLowerCase()}${group.slice(1)}`;

type Amounts = Pick<ExpirationCost, 'months' | 'total'>;

/** Added in hundredths, as amounts are stored: 0.1 + 0.2 is 0.3. */
const added = (one: number, other: number): number => (Math.round(one * 100) + Math.round(other * 100)) / 100;

const addedUp = (one: Amounts, other: Amounts): Amounts => ({
  months: one.months.map(({ month, amount }, at) => ({
    month,
    amount: added(amount, other.months[at]?.amount ?? 0),
  })),
  total: added(one.total, other.total),
});

/** By alphabet; what has none comes last. */
const compared = (one: string | null, other: string | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : one.localeCompare(other);

/** By key, so that what one costs in several currencies stands together. */
export const inOrder = (costs: readonly ExpirationCost[]): ExpirationCost[] =>
  costs.toSorted((one, other) => compared(one.key, other.key) || compared(one.currency, other.currency));

export interface CurrencyTotal extends Amounts {
  currency: string | null;
  /** 'Total in EUR'; 'Total' where there is one currency. */
  label: string;
}

/** What the rows of each currency come to. */
export function totalsOf(costs: readonly ExpirationCost[]): CurrencyTotal[] {
  const currencies = Map.groupBy(costs, ({ currency }) => currency);
  const labelOf = (currency: string | null): string => {
    if (currencies.size === 1) return 'Total';
    return currency === null ? 'Total without a currency' : `Total in ${currency}`;
  };
  return [...currencies]
    .toSorted(([one], [other]) => compared(one, other))
    .map(([currency, rows]) => ({
      currency,
      label: labelOf(currency),
      ...rows.map((row): Amounts => row).reduce(addedUp),
    }));
}

/** A file of the rows; a heading that people chose may read as any other. */
export function costsFile(costs: readonly ExpirationCost[], group: string): Blob {
  const months = costs[0]?.months ?? [];
  const columns: CsvPairs = [
    [group, 'key'],
    ['Currency', 'currency'],
    ...months.map(({ month }, at) => [month, (row: ExpirationCost) => row.months[at]?.amount ?? 0] as const),
    ['Total', 'total'],
  ];
  return new Blob([toCsv(columns, costs)], { type: 'text/csv;charset=utf-8' });
}
