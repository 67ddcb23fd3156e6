import type { ExpirationCost } from '@quartermaster/contract/expirations/expirations.schema';
import { moneyText } from '../../records/dates/renewal-text.ts';
import { inOrder, keyText, totalsOf } from './cost-groups.ts';
import { monthName } from './month-strip.tsx';

interface CostTableProps {
  costs: readonly ExpirationCost[];
  /** The heading of the rows. */
  group: string;
}

const edge = 'border-b border-line px-2.5';
const head = `sticky top-0 z-20 h-9 ${edge} bg-sunken font-medium text-ink-2 print:static`;
/** Stays in view beside the months. */
const name = 'sticky left-0 max-w-64 min-w-40 border-r text-left print:static';

/** What each currency comes to, then a row for each key, with a column for each month. */
export function CostTable({ costs, group }: CostTableProps) {
  return (
    <div
      role="region"
      aria-label="Costs"
      tabIndex={0}
      className="min-h-0 overflow-auto scroll-pt-9 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent print:overflow-visible"
    >
      <table aria-label="Costs" className="w-full border-separate border-spacing-0 text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className={`${head} ${name} z-30`}>
              {group}
            </th>
            <th scope="col" className={`${head} text-right`}>
              Total
            </th>
            {costs[0]?.months.map(({ month }) => (
              <th key={month} scope="col" className={`${head} text-right whitespace-nowrap`}>
                {monthName(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totalsOf(costs).map((total) => (
            <Row key={total.currency} {...total} isTotal />
          ))}
        </tbody>
        <tbody>
          {inOrder(costs).map((row) => (
            <Row
              {...row}
              key={`${row.currency} ${row.key}`}
              label={keyText(row.key, group)}
              isQuiet={row.key === null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<ExpirationCost, 'currency' | 'months' | 'total'> {
  label: string;
  isTotal?: boolean;
  /** It is of what has no key. */
  isQuiet?: boolean;
}

const Row = ({ label, currency, months, total, isTotal = false, isQuiet = false }: RowProps) => (
  <tr className={isTotal ? 'bg-sunken font-semibold' : 'group hover:bg-sunken'}>
    <th
      scope="row"
      title={label}
      className={`h-9 ${edge} ${name} z-10 ${isTotal ? 'bg-sunken font-semibold' : 'bg-surface font-medium group-hover:bg-sunken'} ${isQuiet ? 'text-ink-2' : ''}`}
    >
      <span className="clipped block">{label}</span>
    </th>
    <td className={`${edge} text-right font-semibold whitespace-nowrap`}>{moneyText(total, currency)}</td>
    {months.map(({ month, amount }) => (
      <td key={month} className={`${edge} text-right whitespace-nowrap`}>
        {amount === 0 ? <span className="text-ink-3">—</span> : moneyText(amount, currency)}
      </td>
    ))}
  </tr>
);
