import { client } from '@quartermaster/contract/api/client';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';

/** What the receivers of a channel refuse, and the chat to which one has moved. */
export function ChannelProblems({ channel: { id, lastError, recipients, newChatId } }: { channel: Channel }) {
  const take = useMutation({
    mutationFn: (chatId: string) =>
      request(client.channels.update, { params: { id }, body: { config: { chatId } } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: entityKey(client.channels.list.path) }),
  });
  const refused = recipients.flatMap(({ address, refusal }) =>
    refusal === null ? [] : `${address} ${refusal}`,
  );
  const isListed = refused.some((line) => lastError?.includes(line));
  const lines = lastError === null || isListed ? refused : [...refused, lastError];
  if (lines.length === 0) return null;
  return (
    <div className="grid gap-1 text-xs wrap-anywhere text-bad">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {newChatId !== null && (
        <Button
          className="justify-self-start"
          busy={take.isPending}
          onClick={() => take.mutate(newChatId)}
        >{`Use ${newChatId}`}</Button>
      )}
      <p role="status">{take.isError && messageOf(take.error, 'Failed to save the channel')}</p>
    </div>
  );
}
