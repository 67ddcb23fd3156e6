import { client } from '@quartermaster/contract/api/client';
import { type LookKind, type LookedUpArea, lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { messageOf } from '../../api/error.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useMayWrite } from '../../api/rights.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toaster.tsx';
import { entities } from '../entities.ts';
import { ProblemBanner } from '../problem-banner.tsx';
import { sayLooking, useMismatchAction } from './acts.ts';
import { checkText, fieldLabels, kindLabels, valueLines } from './fact-words.ts';
import { sourceAndAge } from './source.ts';

interface BlockProps {
  area: LookedUpArea;
  recordId: string;
}

/** The fact that is compared with what is recorded, for each field. */
const comparedFact: Readonly<Record<Mismatch['field'], readonly string[]>> = {
  expirationDate: ['expirationDate'],
  registrar: ['registrar'],
  server: ['a', 'aaaa'],
  cdn: ['ns', 'cname'],
};

/** What was looked up about a record, beside what is recorded where they differ. */
export function LookedUpBlock({ area, recordId }: BlockProps) {
  const { data, error, refetch } = useQuery(routeQuery(client[area].facts, { params: { id: recordId } }));
  const found = useQuery({
    ...routeQuery(client.mismatches.list, { query: { recordId, state: 'open,ignored', limit: 10 } }),
    enabled: area === 'domains',
  });
  const mayWrite = useMayWrite(entities[area].entity);
  const kinds: readonly LookKind[] = lookedUp[area];
  const look = useLook(area, recordId);
  if (error)
    return (
      <ProblemBanner title="Failed to load what was looked up" error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton className="m-4 h-5" />;
  return kinds.map((kind) => (
    <KindSection
      key={kind}
      kind={kind}
      facts={data.facts.filter((fact) => fact.kind === kind)}
      checks={data.checks.filter((check) => check.kind === kind)}
      mismatches={found.data?.mismatches ?? []}
      mayWrite={mayWrite}
      onLook={() => look.mutate(kind)}
      isLooking={look.isPending}
    />
  ));
}

const useLook = (area: LookedUpArea, recordId: string) =>
  useMutation({
    mutationFn: (kind: LookKind) =>
      request(client[area].look, { params: { id: recordId }, body: { kinds: [kind] as never } }),
    onSuccess: ({ queued }) => sayLooking(queued.length > 0),
    onError: (error) => toast({ title: messageOf(error, 'Failed to look now'), type: 'error' }),
    onSettled: () => void queryClient.invalidateQueries(),
  });

interface SectionProps {
  kind: LookKind;
  facts: Fact[];
  checks: Check[];
  mismatches: Mismatch[];
  mayWrite: boolean;
  onLook: () => void;
  isLooking: boolean;
}

function KindSection({ kind, facts, checks, mismatches, mayWrite, onLook, isLooking }: SectionProps) {
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
            aria-label={`Look now: ${kindLabels[kind]}`}
            onClick={onLook}
          >
            Look now
          </Button>
        )}
      </div>
      {[...bySubject].map(([subject, own]) => (
        <div key={subject}>
          <p className="px-4 pt-2 text-xs font-medium wrap-anywhere text-ink-2">{subject}</p>
          <dl className="divide-y divide-line">
            {[...Map.groupBy(own, ({ field }) => field)].map(([field, sources]) => (
              <FactLine
                key={field}
                sources={sources}
                mismatch={mismatches.find((each) => comparedFact[each.field][0] === field)}
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

interface LineProps {
  sources: Fact[];
  mismatch: Mismatch | undefined;
  mayWrite: boolean;
}

/** A field: what each source says, how old that is, and what is recorded instead. */
function FactLine({ sources, mismatch, mayWrite }: LineProps) {
  const act = useMismatchAction();
  const [first] = sources;
  if (!first) return null;
  return (
    <div className="grid grid-cols-[9.5rem_minmax(0,1fr)] gap-x-4 px-4 py-2 text-sm max-md:grid-cols-1">
      <dt className="text-ink-2 max-md:text-xs">{fieldLabels[first.field]}</dt>
      <dd className="grid min-w-0 gap-1.5">
        {sources.map(({ id, value, source, sourceHost, observedAt }) => (
          <div key={id} className="grid gap-0.5">
            {valueLines(value).map((line) => (
              <span key={line} className="wrap-anywhere">
                {line}
              </span>
            ))}
            <span className="text-xs text-ink-2" data-tip={sourceHost ?? undefined}>
              {sourceAndAge(source, observedAt)}
            </span>
          </div>
        ))}
        {mismatch && (
          <div className="grid gap-1 rounded-md bg-sunken px-2.5 py-1.5">
            <span className="wrap-anywhere">
              Recorded: {mismatch.recorded === null ? 'nothing' : valueLines(mismatch.recorded).join(' ')}
            </span>
            <span className="text-xs wrap-anywhere text-ink-2">{mismatch.why}</span>
            {mayWrite && mismatch.canTakeOver && (
              <Button
                className="justify-self-start"
                busy={act.isPending}
                onClick={() =>
                  act.mutate({ records: { ids: [mismatch.id] }, action: { action: 'takeOver' } })
                }
              >
                Take over
              </Button>
            )}
          </div>
        )}
      </dd>
    </div>
  );
}
