import type { FilterKinds } from '../api/filters.ts';
import { route } from '../api/route.ts';

export const deliveryStates = ['waiting', 'sent', 'given-up', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Raised: an alert of another kind than `expiry`. */
export const deliveryEvents = ['alert.crossed', 'alert.escalated', 'alert.raised', 'digest'] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

export const deliveryFilters = {
  channelId: 'text',
  alertId: 'any',
  state: { anyOf: deliveryStates },
} satisfies FilterKinds;

/** What is sent of alerts, and what became of it. */
export const deliveriesRoutes = {
  list: route('GET', '/deliveries', 'manage'),
  retry: route('POST', '/deliveries/{id}/retry', 'manage'),
  /** Whether sending is paused, as after a restored backup. */
  sending: route('GET', '/deliveries/sending', 'manage'),
  resume: route('POST', '/deliveries/sending/resume', 'manage'),
  /** The link in a message to a person, who need not sign in. */
  acknowledgeable: route('GET', '/acknowledge/{token}', 'public'),
  acknowledge: route('POST', '/acknowledge/{token}', 'public'),
};
