import { client } from '@quartermaster/contract/api/client';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { formatRelative } from '../../ui/format.ts';

/** The addresses of a mail channel to which nothing is sent until their owners have confirmed it. */
export function ChannelRecipients({ channel: { id, recipients } }: { channel: Channel }) {
  const waiting = recipients.filter(({ state }) => state === 'asked' || state === 'not-asked');
  const ask = useMutation({
    mutationFn: (address: string) => request(client.channels.ask, { params: { id }, body: { address } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: entityKey(client.channels.list.path) }),
  });
  if (waiting.length === 0) return null;
  return (
    <div className="grid gap-1 text-xs text-ink-2">
      <ul className="grid gap-1">
        {waiting.map(({ address, askedAt }) => (
          <li key={address} className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {address} waits for confirmation
              {askedAt === null ? ', and was not asked yet' : `, asked ${formatRelative(askedAt)}`}
            </span>
            <Button
              busy={ask.isPending && ask.variables === address}
              aria-label={`Ask again ${address}`}
              onClick={() => ask.mutate(address)}
            >
              Ask again
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-bad">
        {ask.isError && messageOf(ask.error, 'Failed to ask the address')}
      </p>
    </div>
  );
}
