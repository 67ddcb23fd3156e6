import * as channels from '@quartermaster/contract/channels/channels.schema';
import { shownChannel } from '../../deliveries/channel-row.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { channelRow, createChannel, listChannels, removeChannel, updateChannel } from './channels.service.ts';
import { channelTests } from './channels.trial.ts';

export function channelRoutes(services: Services): void {
  const { api, db } = services;
  implement(api, channels.list, async ({ caller }) => ({ channels: await listChannels(db, caller) }));
  implement(api, channels.create, ({ caller, body }) => createChannel(services, caller, body));
  implement(api, channels.get, async ({ caller: { owner }, params }) => ({
    channel: shownChannel(owner.sealer, await channelRow(db, owner.id, params.id)),
  }));
  implement(api, channels.update, ({ caller, params, body }) =>
    updateChannel(services, caller, params.id, body),
  );
  implement(api, channels.remove, ({ caller, params }) => removeChannel(db, caller, params.id));
  const test = channelTests(services);
  implement(api, channels.test, ({ caller, params }) => test(caller, params.id));
}
