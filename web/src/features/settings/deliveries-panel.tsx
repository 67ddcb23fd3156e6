import { client } from '@quartermaster/contract/api/client';
import { type DeliveryState, deliveryStates } from '@quartermaster/contract/deliveries/deliveries.routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { LogPanel } from '../../records/log-panel.tsx';
import { channelsQuery } from './channels-panel.tsx';
import { DeliveryEntry } from './delivery-entry.tsx';
import { deliveryStateTexts } from './delivery-texts.ts';

const options = deliveryStates.map((state) => ({ value: state, label: deliveryStateTexts[state].words }));
const membersQuery = routeQuery(client.members.list);

/** What was sent of alerts, newest first. */
export function DeliveriesPanel() {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<DeliveryState>();
  const { data, error } = useQuery({
    ...routeQuery(client.deliveries.list, { query: { page, state } }),
    placeholderData: keepPreviousData,
  });
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
      entries={data?.deliveries}
      error={error}
      total={data?.pagination.total}
      page={page}
      pages={data?.pagination.totalPages}
      onPage={setPage}
      empty="Nothing was sent yet."
    >
      {(delivery) => {
        const channel = channels?.find(({ id }) => id === delivery.channelId);
        const member = members?.find(({ userId }) => userId === delivery.userId);
        const gone = delivery.channelId === null ? 'Former member' : 'Deleted channel';
        const to = channel?.name ?? member?.name ?? member?.email ?? gone;
        return <DeliveryEntry key={delivery.id} delivery={delivery} to={to} />;
      }}
    </LogPanel>
  );
}
