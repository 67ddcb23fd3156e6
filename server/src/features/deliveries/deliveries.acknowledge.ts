import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { acknowledgeable } from '@quartermaster/contract/deliveries/deliveries.schema';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { acknowledge } from '../../alerts/acting.ts';
import { type AlertRow, noDate } from '../../alerts/alert-row.ts';
import { transaction } from '../../db/transaction.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Schema, Tx } from '../../db/schema.ts';
import { activeMember } from '../../access/active-member.ts';
import { type AcknowledgeLinks, isLinkAlive } from '../../deliveries/acknowledge-links.ts';
import { seenBy } from '../../deliveries/people.ts';
import { notFound } from '../../lib/errors.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { networkOf } from '../../net/client-network.ts';
import type { Services } from '../../services.ts';

type Shown = z.output<typeof acknowledgeable.data>;
type User = Pick<Schema['users'], 'id' | 'name' | 'email'>;

const shown = ({ name, what, date, state }: AlertRow): Shown => ({
  alert: { name, what, date: date === noDate ? null : date, state },
});

/** An open alert, for a person who was told of it and may still see it. */
async function alertFor(
  tx: Tx,
  { ownerId, alertId, userId, madeAt }: NonNullable<ReturnType<AcknowledgeLinks['read']>>,
): Promise<{ row: AlertRow; user: User } | null> {
  const row = await tx
    .selectFrom('alerts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', alertId)
    .where('state', 'not in', ['CLOSED', 'WAITING'])
    .modifyEnd(rowLock(tx))
    .executeTakeFirst();
  const member = row ? await activeMember(tx, ownerId, userId) : null;
  if (!row || !member || !isLinkAlive(madeAt, member.user.accessEndedAt)) return null;
  const { kind, area, recordId } = row as AlertRow & Pick<Alert, 'kind' | 'area'>;
  const seen = await seenBy(tx, ownerId, member, [{ kind, area, recordId }]);
  return seen.length > 0 ? { row, user: member.user } : null;
}

/**
 * The link of a message to a person: it shows one alert, or acknowledges it. Whatever is wrong with a link, the answer is
 * the same.
 */
export function openedLinks({ db, links }: Pick<Services, 'db' | 'links'>) {
  const wrong = new RateLimit('wrongAcknowledgeLink');
  return async (request: FastifyRequest, token: string, does: 'look' | 'acknowledge'): Promise<Shown> => {
    const link = links.read(token, Date.now());
    const row =
      link &&
      (await transaction(db, async (tx) => {
        const found = await alertFor(tx, link);
        if (!found || does === 'look') return found?.row;
        await acknowledge(tx, link.ownerId, link.alertId, found.user);
        return (await alertFor(tx, link))?.row;
      }));
    if (row) return shown(row);
    wrong.take(networkOf(request.ip));
    throw notFound('link');
  };
}
