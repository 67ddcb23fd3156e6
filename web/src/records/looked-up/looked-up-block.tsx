import { client } from '@quartermaster/contract/api/client';
import { type LookKind, type LookedUpArea, lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { messageOf } from '../../api/error.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useMayWrite } from '../../api/rights.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toaster.tsx';
import { entities } from '../entities.ts';
import { ProblemBanner } from '../problem-banner.tsx';
import { sayLooking } from './acts.ts';
import { FactLine } from './fact-line.tsx';
import { byField, checkText, kindLabels } from './fact-words.ts';
import { recordChangesQuery } from './record-changes.ts';

interface BlockProps {
  area: LookedUpArea;
  recordId: string;
}

/** The facts that are compared with what is recorded; a difference stands at the first that there is. */
const comparedFact: Readonly<Record<Mismatch['field'], readonly string[]>> = {
  expirationDate: ['expirationDate'],
  registrar: ['registrar'],
  server: ['a', 'aaaa'],
  cdn: ['ns', 'cname'],
};

const soonMs = 3000;

/** What is due is looked up within seconds, if others do not go first. */
const isDue = ({ checks }: { checks: readonly Check[] }): boolean =>
  checks.some(({ nextAt }) => nextAt !== null && Date.parse(nextAt) <= Date.now());

/** What was looked up about a record, beside what is recorded where they differ. */
export function LookedUpBlock({ area, recordId }: BlockProps) {
  const { data, error, refetch } = useQuery({
    ...routeQuery(client[area].facts, { params: { id: recordId } }),
    refetchInterval: ({ state }) => (state.data && isDue(state.data) ? soonMs : false),
  });
  const found = useQuery({
    ...routeQuery(client.mismatches.list, { query: { recordId, state: 'open,ignored', limit: 10 } }),
    enabled: area === 'domains',
  });
  const changes = useQuery(recordChangesQuery(recordId));
  const mayWrite = useMayWrite(entities[area].entity);
  const kinds: readonly LookKind[] = lookedUp[area];
  const look = useLook(area, recordId);
  useRefresh(data?.checks.map(({ checkedAt }) => checkedAt).join());
  if (error)
    return (
      <ProblemBanner title="Failed to load what was looked up" error={error} onRetry={() => void refetch()} />
    );
  if (!data || found.isLoading) return <Skeleton className="m-4 h-5" />;
  return kinds.map((kind) => (
    <KindSection
      key={kind}
      kind={kind}
      facts={data.facts.filter((fact) => fact.kind === kind)}
      checks={data.checks.filter((check) => check.kind === kind)}
      mismatches={found.data?.mismatches ?? []}
      changes={changes.data?.factChanges ?? []}
      mayWrite={mayWrite}
      onLook={() => look.mutate(kind)}
      isLooking={look.isPending}
    />
  ));
}

/** Loads anew what depends on facts, once something was looked up while they are shown. */
function useRefresh(looked: string | undefined): void {
  const before = useRef(looked);
  useEffect(() => {
    if (before.current !== undefined && before.current !== looked) void queryClient.invalidateQueries();
    before.current = looked;
  }, [looked]);
}

const useLook = (area: LookedUpArea, recordId: string) =>
  useMutation({
    mutationFn: (kind: LookKind) =>
      request(client[area].look, { params: { id: recordId }, body: { kinds: [kind] as never } }),
    onSuccess: ({ queued }) => sayLooking(queued.length > 0),
    onError: (error) => toast({ title: messageOf(error, 'Failed to check now'), type: 'error' }),
    onSettled: () => void queryClient.invalidateQueries(),
  });

interface SectionProps {
  kind: LookKind;
  facts: Fact[];
  checks: Check[];
  mismatches: Mismatch[];
  /** The newest first. */
  changes: FactChange[];
  mayWrite: boolean;
  onLook: () => void;
  isLooking: boolean;
}

function KindSection({
  kind,
  facts,
  checks,
  mismatches,
  changes,
  mayWrite,
  onLook,
  isLooking,
}: SectionProps) {
  const id = useId();
  const bySubject = Map.groupBy(facts, ({ subject }) => subject);
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-4">
        <h3 id={id} className="text-sm font-semibold">
          {kindLabels[kind]}
        </h3>
        {mayWrite && checks.some(({ nextAt }) => nextAt !== null) && (
          <Button
            variant="ghost"
            icon={RefreshCw}
            busy={isLooking}
            data-tip="Takes a few seconds, longer if others are asked first"
            aria-label={`Check now: ${kindLabels[kind]}`}
            onClick={onLook}
          >
            Check now
          </Button>
        )}
      </div>
      {[...bySubject].map(([subject, own]) => (
        <div key={subject}>
          <p className="px-4 pt-2 text-xs font-medium wrap-anywhere text-ink-2">{subject}</p>
          <dl className="divide-y divide-line">
            {byField(own).map(([field, sources]) => (
              <FactLine
                key={field}
                sources={sources}
                mismatch={mismatches.find((each) => placeOf(each, own) === field)}
                changes={changes}
                mayWrite={mayWrite}
              />
            ))}
          </dl>
        </div>
      ))}
      <ul className="grid gap-1 border-t border-line px-4 py-2 text-xs text-ink-2 first:border-0">
        {checks.length === 0 && <li>There is nothing to look up here</li>}
        {checks.map((check) => (
          <li key={check.subject} className="wrap-anywhere">
            {checks.length > 1 && `${check.subject}: `}
            {checkText(check)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const placeOf = ({ field }: Mismatch, facts: readonly Fact[]) =>
  comparedFact[field].find((name) => facts.some((fact) => fact.field === name));
