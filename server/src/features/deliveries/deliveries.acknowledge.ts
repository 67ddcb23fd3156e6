import type { acknowledge } from '@quartermaster/contract/deliveries/deliveries.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type AlertRow, noDate, standingOf, withStanding } from '../../alerts/alert-row.ts';
import { command } from '../../alerts/standing.ts';
import { writeAlerts, writeEvents } from '../../alerts/store.ts';
import { retried } from '../../db/retried.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Schema, Tx } from '../../db/schema.ts';
import { activeMember, seesAlert } from '../../deliveries/people.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { notFound } from '../../lib/errors.ts';
import type { Services } from '../../services.ts';

type Shown = z.output<typeof acknowledge.data>;
type User = Pick<Schema['users'], 'id' | 'name' | 'email'>;

const shown = ({ name, what, date, state }: AlertRow): Shown => ({
  alert: { name, what, date: date === noDate ? null : date, state },
});

/** An open alert, for a person who was told of it and may still see it. */
async function alertFor(
  tx: Tx,
  { ownerId, alertId, userId }: { ownerId: string; alertId: string; userId: string },
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
  if (!row || !member) return null;
  const about = { area: row.area as never, recordId: row.recordId };
  return (await seesAlert(tx, ownerId, member.membership, about)) ? { row, user: member.user } : null;
}

async function acknowledged(tx: Tx, row: AlertRow, actor: User): Promise<AlertRow> {
  const now = Date.now();
  const step = command(standingOf(row), { action: 'acknowledge' }, now);
  // What was snoozed, or may expire, is quiet anyway.
  if (step === 'unchanged' || 'refusal' in step) return row;
  const after = withStanding(row, step.standing, now, actor);
  await writeAlerts(tx, [after]);
  await writeEvents(
    tx,
    [{ alert: after, name: 'acknowledged', detail: 'By the link of a message' }],
    actor,
    now,
  );
  return after;
}

/**
 * The link of a message to a person: it shows one alert, or acknowledges it. Whatever is wrong with a link, the answer is
 * the same.
 */
export function openedLinks({ db, links }: Pick<Services, 'db' | 'links'>) {
  const wrong = rateLimit('wrong links', limits.wrongLinks, 60 / limits.wrongLinks);
  return async (request: FastifyRequest, token: string, does: 'look' | 'acknowledge'): Promise<Shown> => {
    const link = links.read(token, Date.now());
    const row =
      link &&
      (await retried(() =>
        db.transaction().execute(async (tx) => {
          const found = await alertFor(tx, link);
          return found && does === 'acknowledge' ? acknowledged(tx, found.row, found.user) : found?.row;
        }),
      ));
    if (row) return shown(row);
    wrong(request);
    throw notFound('link');
  };
}
