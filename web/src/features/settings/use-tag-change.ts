import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import type { Tag, TagTarget } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { countsInWords } from '../../records/counts-in-words.ts';
import { undoAction } from '../../records/history/undo.ts';
import { toast } from '../../ui/toaster.tsx';

/** Ten thousand records in one transaction take longer than any other request. */
const timeoutMs = 300_000;

const send = ({ type, value }: Tag, to: TagTarget | null, dryRun: boolean): Promise<TagChange> =>
  request(client.tags.change, { body: { type, value, to, dryRun }, timeoutMs });

/** What a change would do, before anything is done. */
export const useTagPreview = (tag: Tag, to: TagTarget | null) =>
  useQuery({
    queryKey: ['tags', 'change', tag.type, tag.value, to],
    queryFn: () => send(tag, to, true),
    staleTime: 0,
    retry: false,
  });

const changedInWords = ({ changed }: TagChange): string =>
  countsInWords(Object.entries(changed).map(([area, count]) => ({ area: area as Area, count })));

/**
 * Changes a tag, and says so with Undo. An undo brings back records alone; `back` is for a new name that scopes or views
 * have followed.
 */
export async function changeTag(tag: Tag, to: TagTarget | null, back?: () => Promise<void>): Promise<void> {
  const change = await send(tag, to, false);
  await queryClient.invalidateQueries();
  const hasFollowers = change.scopes.count + change.views.count > 0;
  const renameBack = () =>
    void back?.().catch((error: unknown) =>
      toast({ title: messageOf(error, 'Failed to undo'), type: 'error' }),
    );
  toast({
    title: `Tag ${to ? 'changed on' : 'deleted from'} ${changedInWords(change)}`,
    action: back && hasFollowers ? { label: 'Undo', run: renameBack } : undoAction(change.batchId),
  });
}
