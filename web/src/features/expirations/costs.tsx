import type { ExpirationCost } from '@quartermaster/contract/expirations/expirations.schema';
import { useQuery } from '@tanstack/react-query';
import { Coins, Download } from 'lucide-react';
import { RefetchBar } from '../../list/table/refetch-bar.tsx';
import type { ListState } from '../../list/use-list-state.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { CostCards } from './cost-cards.tsx';
import { CostChoices } from './cost-choices.tsx';
import { costsFile, groupName } from './cost-groups.ts';
import { CostTable } from './cost-table.tsx';
import { type Filter, costsAsked, costsQuery, monthsQuery } from './expirations-query.ts';

interface CostsProps {
  state: Pick<ListState<Filter>, 'filters' | 'setFilters' | 'isFiltered' | 'clear'>;
  /** The filters of the list. */
  query: Record<string, string>;
}

/** What renewals cost in each month, by client or another type of tags, registrar or payer. */
export default function Costs({ state, query }: CostsProps) {
  const asked = costsAsked(state.filters);
  const months = useQuery(monthsQuery(query));
  const { data, error, isFetching, refetch } = useQuery(
    costsQuery(query, asked, months.data?.months[0]?.month),
  );
  const group = groupName(asked);
  const costs = data?.costs;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <CostChoices asked={asked} onAsked={state.setFilters} />
        <Button
          icon={Download}
          className="ml-auto max-md:h-10"
          disabled={!costs || costs.length === 0}
          onClick={() => costs && saveFile('costs.csv', costsFile(costs, group))}
        >
          Export CSV
        </Button>
      </div>
      <ProblemBanner
        title="Failed to load costs"
        error={error ?? months.error}
        onRetry={() => void (error ? refetch() : months.refetch())}
      />
      {(costs ?? !(error ?? months.error)) && (
        <div className="relative isolate flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface print:overflow-visible">
          {isFetching && costs && <RefetchBar />}
          {costs?.length === 0 ? (
            <NoCosts state={state} months={asked.months} />
          ) : (
            <Sums costs={costs} group={group} />
          )}
        </div>
      )}
    </>
  );
}

interface SumsProps {
  /** Undefined while they load. */
  costs: readonly ExpirationCost[] | undefined;
  group: string;
}

function Sums({ costs, group }: SumsProps) {
  const isTable = useMedia(tableMedia);
  if (!costs)
    return (
      <div aria-busy className="pulse grid gap-4 p-3">
        {Array.from({ length: 8 }, (_, place) => (
          <Skeleton key={place} className="h-4 w-full" />
        ))}
      </div>
    );
  return isTable ? <CostTable costs={costs} group={group} /> : <CostCards costs={costs} group={group} />;
}

const NoCosts = ({ state: { isFiltered, clear }, months }: Pick<CostsProps, 'state'> & { months: number }) =>
  isFiltered ? (
    <EmptyState
      icon={Coins}
      title="Nothing like that here"
      body="Nothing that matches the search and the filters costs anything in these months."
      action={<Button onClick={clear}>Clear Filters</Button>}
    />
  ) : (
    <EmptyState
      icon={Coins}
      title={`No costs in the next ${months} months`}
      body="Give domains, hosting, servers, CDN accounts and dates a price: it counts in each period from their date on."
    />
  );
