import { client } from '@quartermaster/contract/api/client';
import { isUnconfirmed, preferred } from '@quartermaster/contract/rules/shown-date';
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

/** 'Registry: Dec 10, 2027, 3 h ago · Use registry value', below the date of a form. */
export function RegistryDate({ recordId, day, onTake }: RegistryDateProps) {
  const { data } = useQuery(routeQuery(client.domains.facts, { params: { id: recordId } }));
  const facts = data?.facts ?? [];
  const fact = preferred(
    facts.filter(({ field, source }) => field === 'expirationDate' && source !== 'typed'),
  );
  if (!fact || typeof fact.value !== 'string') return null;
  const found = dayOf(fact.value);
  const statuses = facts.find(({ field, source }) => field === 'statuses' && source === fact.source)?.value;
  const isRenewal = Array.isArray(statuses) && isUnconfirmed({ statuses });
  return (
    <p className="-mt-2 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
      <span>
        {sourceLabels[fact.source]}: {formatDay(fact.value)}, {formatRelative(fact.observedAt)}
        {isRenewal && ', not confirmed by the registrar'}
      </span>
      {found !== day && !isRenewal && (
        <>
          <span aria-hidden>·</span>
          <button
            type="button"
            className="rounded font-medium text-accent-text hover:underline max-md:min-h-9"
            onClick={() => onTake(found)}
          >
            Use registry value
          </button>
        </>
      )}
    </p>
  );
}
