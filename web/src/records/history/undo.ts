import { client } from '@quartermaster/contract/api/client';
import type { Batch, Resolve, Undone } from '@quartermaster/contract/history/history.schema';
import { messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queries.ts';
import { newRequestKey } from '../../api/request-key.ts';
import { request } from '../../api/request.ts';
import { toast } from '../../ui/toaster.tsx';
import { counted } from '../count-text.ts';
import { askUndo } from './undo-asked.ts';

/** A job may take this long for ten thousand records. */
const timeoutMs = 300_000;
const pollMs = 1000;

export const previewUndo = (batchId: string): Promise<Undone> =>
  request(client.history.undo, { params: { batchId }, body: { dryRun: true }, timeoutMs });

/** Waits until a job has done what it was asked for. */
async function finished(batch: Batch): Promise<Batch> {
  let latest = batch;
  while (latest.state === 'running') {
    await new Promise((resume) => setTimeout(resume, pollMs));
    ({ batch: latest } = await request(client.history.get, { params: { batchId: batch.id }, query: {} }));
  }
  return latest;
}

export const records = (count: number): string => counted({ one: 'record' }, count);

const followerKinds = {
  member: 'the scope of',
  invitation: 'the scope of the invitation of',
  token: 'the scope of the token',
  rule: 'the alert rule',
  view: 'the saved view',
  calendar: 'the calendar',
};

/** Says what an undo or a restore did, with Undo for that, and refetches everything. */
export async function reportUndone(title: string, { batch, counts, followers }: Undone): Promise<void> {
  const done = batch && (await finished(batch));
  await queryClient.invalidateQueries();
  if (!done) return toast({ title: 'Nothing left to undo or restore', type: 'info' });
  const { created, updated, deleted } = done.counts;
  // A job is answered before it has begun.
  const count = counts.done > 0 ? counts.done : created + updated + deleted;
  const left = counts.refused > 0 ? `, ${records(counts.refused)} can't be restored` : '';
  const changed = followers?.changed.map(({ kind, name }) => `${followerKinds[kind]} ${name}`) ?? [];
  const kept = changed.length > 0 ? `. Changed since, and left as they are: ${changed.join(', ')}` : '';
  return toast({
    title: `${title}: ${records(count)}${left}${kept}`,
    action: { label: 'Undo', run: () => void undo(done.id) },
  });
}

/** Undoes an act. The key makes a repetition of this request answer the same. */
export async function sendUndo(batchId: string, resolve: Resolve): Promise<void> {
  const body = { resolve, key: newRequestKey() };
  await reportUndone('Undone', await request(client.history.undo, { params: { batchId }, body, timeoutMs }));
}

/** Undoes an act without a toast. What has changed since stays as it is. */
export async function undoQuietly(batchId: string): Promise<void> {
  const body = { resolve: 'theirs', key: newRequestKey() } as const;
  const { batch } = await request(client.history.undo, { params: { batchId }, body, timeoutMs });
  if (batch) await finished(batch);
}

/** Undoes an act at once, or asks if something has changed since or can't be restored. */
export async function undo(batchId: string): Promise<void> {
  try {
    const { conflicts, refused } = await previewUndo(batchId);
    if (conflicts.length + refused.length > 0) askUndo(batchId);
    else await sendUndo(batchId, 'theirs');
  } catch (error) {
    toast({ title: messageOf(error, 'Failed to undo'), type: 'error' });
  }
}
