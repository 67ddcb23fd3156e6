import { client } from '@quartermaster/contract/api/client';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';

export const deliveryWords: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  'given-up': 'Not delivered',
  dropped: 'Not sent',
};

/** Names whom a message is for; for those who may see deliveries. */
export function useRecipients(): (delivery: Delivery) => string {
  const channels = useQuery(routeQuery(client.channels.list)).data?.channels;
  const members = useQuery(routeQuery(client.members.list)).data?.members;
  return ({ channelId, userId }) => {
    if (channelId !== null) return channels?.find(({ id }) => id === channelId)?.name ?? 'A deleted channel';
    const member = members?.find((each) => each.userId === userId);
    return member ? (member.name ?? member.email) : 'Someone who left';
  };
}
