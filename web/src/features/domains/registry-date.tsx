import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { dayOf } from '../../form/date-text.ts';
import { sourceLabels } from '../../records/looked-up/source.ts';
import { formatDay, formatRelative } from '../../ui/format.ts';

interface RegistryDateProps {
  recordId: string;
  /** The day in the form. */
  day: string;
  onTake: (day: string) => void;
}

/** 'Registry: Dec 10, 2027, 3 h ago · Take over', below the date of a form. */
export function RegistryDate({ recordId, day, onTake }: RegistryDateProps) {
  const { data } = useQuery(routeQuery(client.domains.facts, { params: { id: recordId } }));
  const fact = ['rdap', 'whois']
    .flatMap((source) =>
      (data?.facts ?? []).filter((each) => each.field === 'expirationDate' && each.source === source),
    )
    .at(0);
  if (!fact || typeof fact.value !== 'string') return null;
  const found = dayOf(fact.value);
  return (
    <p className="-mt-2 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
      <span>
        {sourceLabels[fact.source]}: {formatDay(fact.value)}, {formatRelative(fact.observedAt)}
      </span>
      {found !== day && (
        <>
          <span aria-hidden>·</span>
          <button
            type="button"
            className="rounded font-medium text-accent-text hover:underline max-md:min-h-9"
            onClick={() => onTake(found)}
          >
            Take over
          </button>
        </>
      )}
    </p>
  );
}
