import type { Caller } from '../../access/caller.ts';
import { transaction } from '../../db/transaction.ts';
import { openedConfig } from '../../deliveries/channel-row.ts';
import { SendRefusal } from '../../deliveries/channels/outgoing.ts';
import { testMessage } from '../../deliveries/message.ts';
import { channelRefused, channelSent } from '../../deliveries/outcomes.ts';
import { sendSoon } from '../../deliveries/queue.ts';
import { type SendingServices, sendOver } from '../../deliveries/send-over.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { channelRow } from './channels.service.ts';

/** Sends a test over a channel at once, past the queue, and says what happened. */
export function channelTests(services: SendingServices) {
  const { db, config } = services;
  const tests = new RateLimit('channelTest');
  return async ({ owner, user }: Caller, id: string): Promise<{ success: boolean; message: string }> => {
    const row = await channelRow(db, owner.id, id);
    tests.take(user.id);
    const opened = openedConfig(owner.sealer, row);
    try {
      const test = testMessage(config.publicUrl);
      const sent = await sendOver(services, row, opened, test, { tester: user.id });
      await transaction(db, async (tx) => {
        await channelSent(tx, row, sent, 0);
        if (row.isActive === 1 && row.refusals > 0) await sendSoon(tx, owner.id, id);
      });
      return { success: true, message: sent.message };
    } catch (error) {
      if (!(error instanceof SendRefusal)) throw error;
      await transaction(db, (tx) => channelRefused(tx, row, error, 0));
      return { success: false, message: error.message };
    }
  };
}
