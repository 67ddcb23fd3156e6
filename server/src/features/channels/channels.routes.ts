import * as channels from '@quartermaster/contract/channels/channels.schema';
import { implement, implementPublic } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { answeredQuestions, askAgain } from './channels.recipients.ts';
import {
  channelRow,
  createChannel,
  listChannels,
  removeChannel,
  shownWithRecipients,
  updateChannel,
} from './channels.service.ts';
import { channelTests } from './channels.trial.ts';

export function channelRoutes(services: Services): void {
  const { api, db } = services;
  implement(api, channels.list, async ({ caller }) => ({ channels: await listChannels(db, caller) }));
  implement(api, channels.create, ({ caller, body }) => createChannel(services, caller, body));
  implement(api, channels.get, async ({ caller, params }) => ({
    channel: await shownWithRecipients(db, caller, await channelRow(db, caller.owner.id, params.id)),
  }));
  implement(api, channels.update, ({ caller, params, body }) =>
    updateChannel(services, caller, params.id, body),
  );
  implement(api, channels.remove, ({ caller, params }) => removeChannel(db, caller, params.id));
  const test = channelTests(services);
  implement(api, channels.test, ({ caller, params }) => test(caller, params.id));
  implement(api, channels.ask, async ({ caller, params, body }) => {
    const row = await askAgain(services, caller, params.id, body.address);
    return { channel: await shownWithRecipients(db, caller, row) };
  });
  const answer = answeredQuestions(services);
  implementPublic(api, channels.question, ({ request, body }) => answer(request, body.token, 'look'));
  implementPublic(api, channels.confirm, ({ request, body }) => answer(request, body.token, 'confirm'));
}
