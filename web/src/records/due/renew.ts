import { client } from '@quartermaster/contract/api/client';
import type { BulkActionBatch } from '@quartermaster/contract/api/bulk-actions';
import type { ExpirationAction } from '@quartermaster/contract/expirations/expirations.schema';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { formatDay } from '../../ui/format.ts';
import { toast } from '../../ui/toaster.tsx';
import { counted } from '../count-text.ts';
import { undoQuietly } from '../history/undo.ts';
import type { Due } from './due.ts';

export interface RenewalRequest {
  dues: readonly Due[];
  action: ExpirationAction;
}

/** The server evaluates alerts shortly after a write: what has closed or opened is asked for again then, in ms. */
const evaluatedAfter = [1500, 4000, 10_000, 20_000];

/** Loads everything anew, and the alerts again once they have been evaluated. */
export function reloadAfterRenewal(): Promise<void> {
  for (const ms of evaluatedAfter)
    setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: entityKey(client.alerts.list.path) }),
      ms,
    );
  return queryClient.invalidateQueries();
}

const idsOf = (dues: readonly Due[]): string[] => dues.flatMap(({ expiration }) => expiration?.id ?? []);

export const sendRenewal = ({ dues, action }: RenewalRequest): Promise<BulkActionBatch> =>
  request(client.expirations.bulkActions, { body: { records: { ids: idsOf(dues) }, do: action } });

/** Takes dates and prices back, and opens the alerts again that the renewal acknowledged. */
async function takeBack(batchId: string, dues: readonly Due[]): Promise<void> {
  try {
    await undoQuietly(batchId);
    const ids = dues.flatMap(({ alert }) => (alert?.state === 'OPEN' ? [alert.id] : []));
    if (ids.length > 0)
      await request(client.alerts.bulkActions, { body: { records: { ids }, do: { action: 'reopen' } } });
    toast({ title: 'Undone' });
  } catch (error) {
    toast({ title: messageOf(error, 'Failed to undo'), type: 'error' });
  }
  await reloadAfterRenewal();
}

/** Says what was renewed, with Undo, and what was refused. */
export function tellRenewal(
  { batchId, changed, refusals }: BulkActionBatch,
  { dues, action }: RenewalRequest,
) {
  const [refusal] = refusals;
  if (refusal) {
    const others = refusals.length - 1;
    const more = others === 0 ? '' : `, and ${others} more not renewed`;
    toast({ title: `${refusal.name}: ${refusal.message}${more}`, type: 'error' });
  }
  if (refusals.length === dues.length) return;
  const title =
    dues.length === 1 && action.date !== undefined
      ? `Renewed until ${formatDay(action.date)}`
      : `${counted({ one: 'date' }, changed)} renewed`;
  toast({
    title,
    action: batchId === null ? undefined : { label: 'Undo', run: () => void takeBack(batchId, dues) },
  });
}
