import { client } from '@quartermaster/contract/api/client';
import { type DeliveryState, deliveryStates } from '@quartermaster/contract/deliveries/deliveries.routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { LogPanel } from '../../records/log-panel.tsx';
import { usePages } from '../../records/use-pages.ts';
import { channelsQuery } from './channels-panel.tsx';
import { DeliveryEntry, deliveryStateTexts } from './delivery-entry.tsx';

const options = deliveryStates.map((state) => ({ value: state, label: deliveryStateTexts[state].words }));
const membersQuery = routeQuery(client.members.list);

/** What was sent of alerts, newest first. */
export function DeliveriesPanel() {
  const [state, setState] = useState<DeliveryState>();
  const { data, ...list } = usePages((page) =>
    routeQuery(client.deliveries.list, { query: { page, state } }),
  );
  const channels = useQuery(channelsQuery).data?.channels;
  const members = useQuery(membersQuery).data?.members;
  return (
    <LogPanel
      title="Deliveries"
      what="the deliveries"
      filter={{
        label: 'State',
        all: 'All states',
        value: state,
        options,
        onChange: (value) => setState(value as DeliveryState | undefined),
      }}
      {...list}
      entries={data?.deliveries}
      empty="Nothing was sent yet."
    >
      {(delivery) => {
        const channel = channels?.find(({ id }) => id === delivery.channelId);
        const member = members?.find(({ userId }) => userId === delivery.userId);
        const former = delivery.channelId === null ? 'Former member' : 'Deleted channel';
        const to = channel?.name ?? member?.name ?? member?.email ?? former;
        return <DeliveryEntry key={delivery.id} delivery={delivery} to={to} />;
      }}
    </LogPanel>
  );
}
