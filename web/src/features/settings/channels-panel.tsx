import { client } from '@quartermaster/contract/api/client';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChannelCard } from './channel-card.tsx';
import { ChannelDialog } from './channel-dialog.tsx';

export const channelsQuery = routeQuery(client.channels.list);

type OpenDialog = 'new' | { edit: Channel } | { remove: Channel };

/** Where alerts are sent. */
export function ChannelsPanel() {
  const { data, error, refetch } = useQuery(channelsQuery);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const channels = data?.channels;
  return (
    <Panel
      title="Channels"
      after={
        <Button className="-mr-2" icon={Plus} onClick={() => setDialog('new')}>
          Add channel
        </Button>
      }
    >
      <ProblemBanner title="Failed to load the channels" error={error} onRetry={() => void refetch()} />
      {!channels && !error && <Skeleton className="m-4 h-24" />}
      {channels?.length === 0 && <p className="p-4 text-sm text-ink-2">Alerts are sent over channels.</p>}
      {channels && channels.length > 0 && (
        <ul className="grid gap-3 p-4 sm:grid-cols-2 xl:grid-cols-3">
          {channels.map((channel) => (
            <ChannelCard
              key={channel.id}
              channel={channel}
              onEdit={() => setDialog({ edit: channel })}
              onDelete={() => setDialog({ remove: channel })}
            />
          ))}
        </ul>
      )}
      {dialog === 'new' && <ChannelDialog onClose={close} />}
      {typeof dialog === 'object' && 'edit' in dialog && (
        <ChannelDialog channel={dialog.edit} onClose={close} />
      )}
      {typeof dialog === 'object' && 'remove' in dialog && (
        <RemoveDialog
          title={`Delete the channel ${dialog.remove.name}?`}
          failure="Failed to delete the channel"
          onRemove={async () => {
            await request(client.channels.remove, { params: { id: dialog.remove.id } });
            await queryClient.invalidateQueries();
          }}
          onClose={close}
        >
          <p className="text-ink-2">What waits for it is not sent any more.</p>
        </RemoveDialog>
      )}
    </Panel>
  );
}
