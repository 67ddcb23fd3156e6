import type { ExpirationCost } from '@quartermaster/contract/expirations/expirations.schema';
import { moneyText } from '../../records/dates/renewal-text.ts';
import { inOrder, keyText, totalsOf } from './cost-groups.ts';
import { monthName } from './month-strip.tsx';

interface CostCardsProps {
  costs: readonly ExpirationCost[];
  group: string;
}

/** The same on a narrow screen: the months in which something is paid, below each key. */
export const CostCards = ({ costs, group }: CostCardsProps) => (
  <ul aria-label="Costs" className="divide-y divide-line">
    {totalsOf(costs).map((total) => (
      <Card key={total.currency} {...total} isTotal />
    ))}
    {inOrder(costs).map((row) => (
      <Card {...row} key={`${row.currency} ${row.key}`} label={keyText(row.key, group)} />
    ))}
  </ul>
);

interface CardProps extends Pick<ExpirationCost, 'currency' | 'months' | 'total'> {
  label: string;
  isTotal?: boolean;
}

const Card = ({ label, currency, months, total, isTotal = false }: CardProps) => (
  <li className={`grid gap-2 px-3 py-2.5 text-sm ${isTotal ? 'bg-sunken' : ''}`}>
    <span className="flex items-baseline justify-between gap-3 font-medium">
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <span className="shrink-0 font-semibold tabular-nums">{moneyText(total, currency)}</span>
    </span>
    <dl className="grid grid-cols-3 gap-x-3 gap-y-1.5">
      {months
        .filter(({ amount }) => amount !== 0)
        .map(({ month, amount }) => (
          <div key={month}>
            <dt className="text-xs text-ink-2">{monthName(month)}</dt>
            <dd className="tabular-nums">{moneyText(amount, currency)}</dd>
          </div>
        ))}
    </dl>
  </li>
);
