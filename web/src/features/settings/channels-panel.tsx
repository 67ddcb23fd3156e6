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
import { FirstSteps } from './first-steps.tsx';

export const channelsQuery = routeQuery(client.channels.list);

type Asked = 'new' | { edit: Channel } | { remove: Channel };

/** Where alerts are sent. */
export function ChannelsPanel() {
  const { data, error, refetch } = useQuery(channelsQuery);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const channels = data?.channels;
  return (
    <Panel
      title="Where to"
      after={
        <Button className="-mr-2" icon={Plus} onClick={() => setAsked('new')}>
          Add channel
        </Button>
      }
    >
      <ProblemBanner title="Failed to load the channels" error={error} onRetry={() => void refetch()} />
      {channels && <FirstSteps channels={channels} />}
      {!channels && !error && <Skeleton className="m-4 h-24" />}
      {channels && channels.length > 0 && (
        <ul className="grid gap-3 p-4 sm:grid-cols-2 xl:grid-cols-3">
          {channels.map((channel) => (
            <ChannelCard
              key={channel.id}
              channel={channel}
              onEdit={() => setAsked({ edit: channel })}
              onDelete={() => setAsked({ remove: channel })}
            />
          ))}
        </ul>
      )}
      {asked === 'new' && <ChannelDialog onClose={close} />}
      {typeof asked === 'object' && 'edit' in asked && <ChannelDialog channel={asked.edit} onClose={close} />}
      {typeof asked === 'object' && 'remove' in asked && (
        <RemoveDialog
          title={`Delete the channel ${asked.remove.name}?`}
          failure="Failed to delete the channel"
          onRemove={async () => {
            await request(client.channels.remove, { params: { id: asked.remove.id } });
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
