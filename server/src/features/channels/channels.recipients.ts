import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import { transaction } from '../../db/transaction.ts';
import { type ChannelRow, addressesOf } from '../../deliveries/channel-row.ts';
import { sendSoon } from '../../deliveries/queue.ts';
import { askRecipient, hasAgreed, questionOf, recipientsOf } from '../../deliveries/recipients.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { networkOf } from '../../net/client-network.ts';
import type { Services } from '../../services.ts';
import { channelRow } from './channels.service.ts';

/** Asks an address of a channel again. */
export const askAgain = (
  services: Services,
  sender: Caller,
  id: string,
  address: string,
): Promise<ChannelRow> =>
  asSender(services.db, sender, async (tx, { owner, user }) => {
    await lockWorkspace(tx, owner.id);
    const row = await channelRow(tx, owner.id, id);
    const wanted = addressesOf(row).filter((each) => emailKeyOf(each) === emailKeyOf(address));
    const [recipient] = await recipientsOf(tx, owner.id, wanted);
    if (!recipient) throw notFound('address');
    if (hasAgreed(recipient)) throw new AppError('CONFLICT', 'Alerts are sent to this address');
    if (!services.outbox.isOpen) throw new AppError('CONFLICT', 'Mail is not set up');
    if (recipient.asked >= serverLimits.recipientAsks)
      throw new AppError(
        'CONFLICT',
        `This address was asked ${serverLimits.recipientAsks} times, which is all`,
      );
    if (recipient.askedAt !== null && Math.abs(Date.now() - recipient.askedAt) < dayMs)
      throw new AppError('CONFLICT', 'This address was asked within the last day');
    if (!(await askRecipient(tx, services, { ownerId: owner.id, userId: user.id }, recipient)))
      throw new AppError('RATE_LIMITED', 'Too many mails; try again in an hour', undefined, 3600);
    return row;
  });

/** The link of a question: it shows who asks, or confirms. Whatever is wrong with a link, the answer is the same. */
export function answeredQuestions({ db }: Pick<Services, 'db'>) {
  const wrong = new RateLimit('wrongAcknowledgeLink');
  return async (request: FastifyRequest, token: string, does: 'look' | 'confirm') => {
    const found = await transaction(db, async (tx) => {
      const question = await questionOf(tx, token);
      if (!question || does === 'look') return question;
      const { ownerId, addressKey } = question;
      await lockWorkspace(tx, ownerId);
      await tx
        .updateTable('mail_recipients')
        .set({ hash: null, confirmedAt: Date.now() })
        .where('ownerId', '=', ownerId)
        .where('addressKey', '=', addressKey)
        .execute();
      const channels = await tx
        .selectFrom('channels')
        .select(['id', 'type', 'config'])
        .where('ownerId', '=', ownerId)
        .where('type', '=', 'mail')
        .execute();
      for (const channel of channels)
        if (addressesOf(channel).some((address) => emailKeyOf(address) === addressKey))
          await sendSoon(tx, ownerId, channel.id);
      return question;
    });
    if (found) return { address: found.address, workspace: found.workspace, asker: found.asker };
    wrong.take(networkOf(request.ip));
    throw notFound('link');
  };
}
