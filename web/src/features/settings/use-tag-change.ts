import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import { type TagEdit, type TagName, type TagTarget, tagText } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { counted, countsInWords } from '../../records/count-text.ts';
import { undoAction } from '../../records/history/undo-action.ts';
import { toast } from '../../ui/toaster.tsx';

/** Ten thousand records in one transaction take longer than any other request. */
const timeoutMs = 300_000;

const send = ({ type, value }: TagName, to: TagTarget | null, dryRun: boolean): Promise<TagChange> =>
  request(client.tags.change, { body: { type, value, to, dryRun }, timeoutMs });

/** What a change would do, before anything is done. */
export const useTagPreview = (tag: TagName, to: TagTarget | null) =>
  useQuery({
    queryKey: ['tags', 'change', tag.type, tag.value, to],
    queryFn: () => send(tag, to, true),
    // Once for each opening: it takes as much work as the change.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });

const changedInWords = ({ changed }: TagChange): string =>
  countsInWords(Object.entries(changed).map(([area, count]) => ({ area: area as Area, count })));

/** Merges tags into others in one batch, and says so with Undo. */
export async function mergeTags(changes: readonly TagEdit[]): Promise<void> {
  const change = await request(client.tags.change, { body: { changes: [...changes] }, timeoutMs });
  await queryClient.invalidateQueries();
  toast({
    title: `${counted({ one: 'tag' }, changes.length)} merged on ${changedInWords(change)}`,
    action: undoAction(change.batchId),
  });
}

/** Gives a tag that no record carried its old name back, in the scopes and views that followed. */
async function renameBack(tag: TagName, to: TagName): Promise<void> {
  try {
    await send(to, tag, false);
    await queryClient.invalidateQueries();
    toast({ title: `Undone: the tag is ${tagText(tag)} again` });
  } catch (error) {
    toast({ title: messageOf(error, 'Failed to undo'), type: 'error' });
  }
}

/** Changes a tag, and says so with Undo. `isNew`: nothing had the new name, so it can be taken back. */
export async function changeTag(tag: TagName, to: TagTarget | null, isNew = false): Promise<void> {
  const change = await send(tag, to, false);
  await queryClient.invalidateQueries();
  const hasFollowers = change.scopes.count + change.rules.count + change.views.count > 0;
  toast({
    title: `Tag ${to ? 'changed on' : 'deleted from'} ${changedInWords(change)}`,
    action:
      to && isNew && hasFollowers && change.batchId === null
        ? { label: 'Undo', run: () => void renameBack(tag, to) }
        : undoAction(change.batchId),
  });
}
