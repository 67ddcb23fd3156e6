import { client } from '@quartermaster/contract/api/client';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/request.ts';

interface Listed {
  /** A page of the differences with these filters. */
  rows: readonly Pick<Mismatch, 'canTakeOver'>[];
  /** How many there are; undefined while the first page loads. */
  total: number | undefined;
  isAsked: boolean;
}

/** How many of all differences with these filters can be taken over; undefined until that is known. */
export function useTakeOverCount(
  filter: Readonly<Record<string, string>>,
  { rows, total, isAsked }: Listed,
): number | undefined {
  const isOnPage = total === rows.length;
  const { data } = useQuery({
    queryKey: ['mismatches', 'take over', filter],
    queryFn: () => {
      const body = { records: { filter }, do: { action: 'takeOver' }, preview: true } as const;
      return request(client.mismatches.bulkActions, { body });
    },
    enabled: isAsked && total !== undefined && !isOnPage,
  });
  return isOnPage ? rows.filter(({ canTakeOver }) => canTakeOver).length : data?.changed;
}
