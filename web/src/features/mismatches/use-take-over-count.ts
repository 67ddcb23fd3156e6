import { client } from '@quartermaster/contract/api/client';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import { type MismatchField, mismatchFields } from '@quartermaster/contract/mismatches/mismatches.routes';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { dnsFields } from '../../records/looked-up/found-values.ts';

interface Listed {
  /** A page of the differences with these filters. */
  rows: readonly Pick<Mismatch, 'canTakeOver' | 'field'>[];
  /** How many there are; undefined while the first page loads. */
  total: number | undefined;
  isAsked: boolean;
}

interface TakeOver {
  /** How many of all differences with these filters can be taken over; undefined until that is known. */
  count: number | undefined;
  /** The fields of these. */
  fields: readonly MismatchField[];
}

type Filter = Readonly<Record<string, string>>;

const useCount = (filter: Filter, isAsked: boolean): number | undefined =>
  useQuery({
    queryKey: ['mismatches', 'take over', filter],
    queryFn: () => {
      const body = { records: { filter }, do: { action: 'takeOver' }, preview: true } as const;
      return request(client.mismatches.bulkActions, { body });
    },
    enabled: isAsked,
  }).data?.changed;

/** What can be taken over of the differences with these filters. */
export function useTakeOverCount(filter: Filter, { rows, total, isAsked }: Listed): TakeOver {
  const isOnPage = total === rows.length;
  const isCounted = isAsked && total !== undefined && !isOnPage;
  const chosen = filter['field'] === undefined ? mismatchFields : valuesAsked(filter['field']);
  const ofDns = dnsFields.filter((field) => chosen.includes(field));
  const ofRegistries = mismatchFields.filter((field) => chosen.includes(field) && !dnsFields.includes(field));
  const isMixed = ofDns.length > 0 && ofRegistries.length > 0;
  const count = useCount(filter, isCounted);
  const dnsCount = useCount({ ...filter, field: ofDns.join() }, isCounted && isMixed);
  if (isOnPage) {
    const taken = rows.filter(({ canTakeOver }) => canTakeOver);
    return { count: taken.length, fields: taken.map(({ field }) => field) };
  }
  return { count, fields: isMixed && dnsCount === 0 ? ofRegistries : [...ofRegistries, ...ofDns] };
}
