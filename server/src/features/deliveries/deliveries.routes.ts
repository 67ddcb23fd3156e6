import * as deliveries from '@quartermaster/contract/deliveries/deliveries.schema';
import { implement, implementPublic } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { openedLinks } from './deliveries.acknowledge.ts';
import { listDeliveries, resumeSending, retryDelivery, sendingOf } from './deliveries.service.ts';

export function deliveryRoutes(services: Services): void {
  const { api, db } = services;
  implement(api, deliveries.list, ({ caller, query }) => listDeliveries(db, caller, query));
  implement(api, deliveries.retry, async ({ caller, params }) => ({
    delivery: await retryDelivery(db, caller, params.id),
  }));
  implement(api, deliveries.sending, ({ caller }) => sendingOf(db, caller));
  implement(api, deliveries.resume, ({ caller }) => resumeSending(db, caller));
  const open = openedLinks(services);
  implementPublic(api, deliveries.acknowledgeable, ({ request, params }) =>
    open(request, params.token, 'look'),
  );
  implementPublic(api, deliveries.acknowledge, ({ request, params }) =>
    open(request, params.token, 'acknowledge'),
  );
}
