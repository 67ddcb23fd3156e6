import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarCheck, ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { domainsOf } from './expiration-links.ts';
import { type ExpirationMonth, expirationMonths } from './expiration-months.ts';
import { Panel } from '../../ui/panel.tsx';

/** As high as the chart, so that nothing moves when it loads. */
const placeholder = <Skeleton className="h-49 w-full" />;

const ExpirationChart = deferred(() => import('./expiration-chart.tsx'), { waiting: placeholder });

/** The number of domains that expire in each of the next twelve months, as a chart or a table. */
export function ExpirationYear() {
  const { data, dataUpdatedAt, isError } = useQuery(routeQuery(client.domains.stats));
  const [isTable, setTable] = useState(false);
  const months = data && expirationMonths(data.stats.expirationCalendar, dataUpdatedAt);
  if (isError) return null; // The page's own banner reports failures.
  const isEmpty = data?.stats.expirationCalendar.every(({ count }) => count === 0);
  return (
    <Panel
      title="Expirations in the Next 12 Months"
      after={
        <Button variant="ghost" icon={isTable ? ChartColumn : Table2} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as Chart' : 'Show as Table'}
        </Button>
      }
    >
      <div className="p-4">
        {isEmpty ? (
          <EmptyState icon={CalendarCheck} title="No domain expires within the next 12 months" />
        ) : (
          <>
            {!months && placeholder}
            {months && (isTable ? <MonthTable months={months} /> : <ExpirationChart months={months} />)}
          </>
        )}
      </div>
    </Panel>
  );
}

const MonthTable = ({ months }: { months: readonly ExpirationMonth[] }) => (
  <table className="w-full max-w-md text-sm">
    <caption className="sr-only">Domains that expire in each month</caption>
    <thead className="text-left text-xs text-ink-2">
      <tr>
        <th scope="col" className="py-1 font-medium">
          Month
        </th>
        <th scope="col" className="py-1 text-right font-medium">
          Domains
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {months.map((month) => (
        <tr key={month.from}>
          <th scope="row" className="py-1.5 text-left font-normal">
            {month.count === 0 ? (
              month.name
            ) : (
              <Link {...domainsOf(month)} className="rounded text-accent-text hover:underline">
                {month.name}
              </Link>
            )}
          </th>
          <td className="py-1.5 text-right">{formatNumber(month.count)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
