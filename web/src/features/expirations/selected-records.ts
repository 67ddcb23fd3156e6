import { client } from '@quartermaster/contract/api/client';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { AutoRenew } from '@quartermaster/contract/rules/renewal';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request, requestWrite } from '../../api/request.ts';
import { counted } from '../../records/count-text.ts';
import { isRecordEnd } from '../../records/due/due.ts';
import { entities } from '../../records/entities.ts';
import { undoQuietly } from '../../records/history/undo.ts';
import { sayLooking } from '../../records/looked-up/acts.ts';
import { toast } from '../../ui/toaster.tsx';

type Rows = readonly Expiration[];

/** Whether the date of a row is looked up. */
export const isLookedUp = ({ what }: Expiration): boolean => what === 'domain' || what === 'tls';

/** Whether a row knows of renewing itself: certificates and passwords don't. */
export const renews = ({ autoRenew }: Expiration): boolean => autoRenew !== null;

const recordsIn = (rows: Rows, wanted: Expiration['area']): string[] => [
  ...new Set(rows.filter(({ area }) => area === wanted).map(({ recordId }) => recordId)),
];

/** Has the records of these rows looked up ahead of the others. */
async function look(rows: Rows): Promise<boolean> {
  const ids = recordsIn(rows, 'domains');
  const body = { records: { ids }, do: { action: 'look' } } as const;
  const domains = ids.length === 0 ? null : await request(client.domains.bulkActions, { body });
  const servers = await Promise.all(
    recordsIn(rows, 'servers').map((id) => request(client.servers.look, { params: { id }, body: {} })),
  );
  return (domains?.changed ?? 0) > 0 || servers.some(({ queued }) => queued.length > 0);
}

export const useLook = () =>
  useMutation({
    mutationFn: look,
    onSuccess: sayLooking,
    onError: (error) => toast({ title: messageOf(error, 'Failed to check now'), type: 'error' }),
    onSettled: () => void queryClient.invalidateQueries(),
  });

/** The found dates of domains that could be recorded, as the ids of their mismatches. */
export const datesFoundQueries = (recordIds: readonly string[]) =>
  Array.from({ length: Math.ceil(recordIds.length / limits.filterValues) }, (_, chunk) => {
    const some = recordIds.slice(chunk * limits.filterValues, (chunk + 1) * limits.filterValues);
    return {
      ...routeQuery(client.mismatches.list, { query: { recordId: some.join(), field: 'expirationDate' } }),
      select: ({ mismatches }: { mismatches: readonly Mismatch[] }) =>
        mismatches.filter(({ canTakeOver }) => canTakeOver).map(({ id }) => id),
    };
  });

interface Renewal {
  rows: Rows;
  word: AutoRenew;
}

/** Sets it on domains at once, then on other records and on dates one by one; returns what undoes it. */
async function setAutoRenew({ rows, word: autoRenew }: Renewal) {
  const ids = rows.flatMap(({ what, recordId }) => (what === 'domain' ? [recordId] : []));
  const batches: (string | null)[] = [];
  let refused = 0;
  if (ids.length > 0) {
    const body = { records: { ids }, do: { action: 'set', fields: { autoRenew } } } as const;
    const { data, batchId } = await requestWrite(client.domains.bulkActions, { body });
    const [refusal] = data.refusals;
    if (refusal) toast({ title: `${refusal.name}: ${refusal.message}`, type: 'error' });
    batches.push(batchId);
    ({ refused } = data);
  }
  for (const row of rows) {
    const { what, area, id, recordId } = row;
    if (what === 'domain' || row.autoRenew === autoRenew) continue;
    const isRecord = isRecordEnd(row);
    const update = isRecord ? entities[area].entity.update : client.dates.update;
    const params = { id: isRecord ? recordId : id };
    batches.push((await requestWrite(update, { params, body: { autoRenew } })).batchId);
  }
  return { batches: batches.filter((batchId) => batchId !== null), count: rows.length - refused };
}

async function undoAll(batches: readonly string[]): Promise<void> {
  try {
    for (const batchId of batches) await undoQuietly(batchId);
  } catch (error) {
    toast({ title: messageOf(error, 'Failed to undo'), type: 'error' });
  }
  await queryClient.invalidateQueries();
}

export const useSetAutoRenew = () =>
  useMutation({
    mutationFn: setAutoRenew,
    onSuccess: ({ batches, count }) =>
      toast({
        title: `Auto renew set: ${counted({ one: 'date' }, count)}`,
        action: batches.length > 0 ? { label: 'Undo', run: () => void undoAll(batches) } : undefined,
      }),
    onError: (error) => toast({ title: messageOf(error, 'Failed to set auto renew'), type: 'error' }),
    onSettled: () => void queryClient.invalidateQueries(),
  });
