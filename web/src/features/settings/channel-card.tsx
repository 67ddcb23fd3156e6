import { client } from '@quartermaster/contract/api/client';
import { channelLabels } from '@quartermaster/contract/channels/channels.routes';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatRelative } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Tone } from '../../ui/tone.ts';
import { ChannelProblems } from './channel-problems.tsx';
import { ChannelRecipients } from './channel-recipients.tsx';

/** The server gives up before that. */
const timeoutMs = 30_000;

const stateTexts: Record<Channel['state'], { tone: Tone; words: string }> = {
  ok: { tone: 'ok', words: 'Works' },
  failing: { tone: 'bad', words: 'Fails' },
  unused: { tone: 'mute', words: 'Not tried yet' },
};
const off = { tone: 'mute', words: 'Off' } as const;
/** A test, or the latest message, was refused, which does not make it fail yet. */
const refused = { tone: 'warn', words: 'Last try failed' } as const;
const moved = { tone: 'warn', words: 'Chat moved' } as const;
const isRefusing = { tone: 'warn', words: 'Address refused' } as const;

function shownState(channel: Channel): { tone: Tone; words: string } {
  const { isActive, state, lastError, newChatId, recipients } = channel;
  if (!isActive) return off;
  if (state === 'ok' && newChatId !== null) return moved;
  if (state === 'ok' && recipients.some(({ refusal }) => refusal !== null)) return isRefusing;
  return lastError !== null && state !== 'failing' ? refused : stateTexts[state];
}

/** A channel with its state, and a test whose outcome is said in words. */
export function ChannelCard({ channel, onEdit, onDelete }: CardProps) {
  const { id, name, type, lastSentAt } = channel;
  const test = useMutation({
    mutationFn: () => request(client.channels.test, { params: { id }, timeoutMs }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: entityKey(client.channels.list.path) }),
  });
  const shown = shownState(channel);
  const isBad = test.isError || test.data?.success === false;
  return (
    <li className="grid min-w-0 grid-cols-1 content-start gap-2 rounded-lg border border-line p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="clipped font-medium">{name}</p>
          <p className="text-xs text-ink-2">{channelLabels[type]}</p>
        </div>
        <StatusBadge tone={shown.tone}>{shown.words}</StatusBadge>
      </div>
      <p className="text-xs text-ink-2">
        {lastSentAt === null ? 'Nothing was sent yet' : `Last sent: ${formatRelative(lastSentAt)}`}
      </p>
      <ChannelRecipients channel={channel} />
      {!test.data && <ChannelProblems channel={channel} />}
      <div className="mt-auto flex items-center gap-1">
        <Button busy={test.isPending} aria-label={`Test ${name}`} onClick={() => test.mutate()}>
          Test
        </Button>
        <span className="flex-1" />
        <IconButton label={`Edit ${name}`} icon={Pencil} onClick={onEdit} />
        <IconButton label={`Delete ${name}`} icon={Trash2} onClick={onDelete} />
      </div>
      <p role="status" className={isBad ? 'text-xs text-bad' : 'text-xs text-ok'}>
        {test.isError && messageOf(test.error, 'Failed to test the channel')}
        {test.data && (test.data.success ? `Sent: ${test.data.message}` : `Not sent: ${test.data.message}`)}
      </p>
    </li>
  );
}

interface CardProps {
  channel: Channel;
  onEdit: () => void;
  onDelete: () => void;
}
