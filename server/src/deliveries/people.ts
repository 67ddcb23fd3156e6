import type { AlertKind } from '@quartermaster/contract/alerts/alerts.routes';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import { sql } from 'kysely';
import { type Member, activeMember } from '../access/active-member.ts';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { tableOfArea } from '../records/kinds/entities.ts';
import { isAmong } from '../records/table/conditions.ts';
import { isOwn } from '../records/table/scope.ts';
import { type AcknowledgeLinks, linkedAt } from './acknowledge-links.ts';
import { type MailingServices, acceptedWords, mailWithinLimits } from './mailing.ts';
import { type Message, moreWords } from './message.ts';
import type { DeliveryRow } from './queue.ts';
import type { Sent } from './send-over.ts';
import { detailsOf, subjectOf, subjectOfMany } from './words.ts';

/** Kinds of alerts that are the business of the installation's administrators alone. */
export const administratorKinds: readonly AlertKind[] = ['job-stuck'];

type About = Pick<Alert, 'area' | 'recordId'> & { kind?: AlertKind };

/** Those that a member sees now, as in the list of alerts: what is about the server itself is hidden by a scope. */
export async function seenBy<T extends About>(
  db: Db,
  ownerId: string,
  { membership: { scope }, user: { role } }: Member,
  about: readonly T[],
): Promise<T[]> {
  const owner = { id: ownerId, scopes: scope.length > 0 ? [scope] : [] };
  const seen = new Set<string | null>();
  for (const [area, some] of Map.groupBy(about, (each) => each.area)) {
    if (area === null) continue;
    const table = tableOfArea[area];
    const ids = [...new Set(some.flatMap(({ recordId }) => recordId ?? []))];
    const { rows } = await read(
      db,
      sql<{ id: string }>`select id from ${sql.table(table)}
      where ${isOwn(table, owner)} and ${isAmong(db, `${table}.id`, valuesOf(db, [['text', ids]]))}`,
    );
    for (const { id } of rows) seen.add(id);
  }
  const seesAll = scope.length === 0;
  const isFor = (kind?: AlertKind) => role === 'ADMIN' || !kind || !administratorKinds.includes(kind);
  return about.filter(({ kind, recordId }) =>
    recordId === null ? seesAll && isFor(kind) : seen.has(recordId),
  );
}

export interface PeopleServices extends MailingServices {
  links: AcknowledgeLinks;
}

const paragraphs = (parts: readonly string[], between = '\n\n'): string =>
  parts.filter((part) => part !== '').join(between);

/** A message about an alert, as the mail says it. */
const textOf = (alert: Alert, acknowledge: string): string =>
  paragraphs([
    `${subjectOf(alert)}.`,
    detailsOf(alert),
    `Open it: ${alert.url}`,
    `Acknowledge it, so that nobody is told again before the next reminder: ${acknowledge}`,
  ]);

/** The same of one of many. */
const lineOf = (alert: Alert, acknowledge: string): string =>
  paragraphs(
    [`${subjectOf(alert)}. ${detailsOf(alert)}`, `Open: ${alert.url}`, `Acknowledge: ${acknowledge}`],
    '\n',
  );

/** What a message says of the alerts that its reader sees; others, beyond those that are listed, are counted. */
function saidOf(
  { alerts, count }: Message,
  seen: readonly Alert[],
  linkTo: (alert: Alert) => string,
  publicUrl: string,
): { subject: string; text: string } {
  const more = count - alerts.length;
  const [only] = seen;
  if (only && seen.length + more === 1) return { subject: subjectOf(only), text: textOf(only, linkTo(only)) };
  return {
    subject: subjectOfMany(seen, seen.length + more),
    text: paragraphs([
      ...seen.map((alert) => lineOf(alert, linkTo(alert))),
      more > 0 ? `${moreWords(more)}: ${publicUrl}/alerts` : '',
    ]),
  };
}

/** Mails a message to a person. Returns why it is not wanted any more, if they may not be told. */
export async function tellPerson(
  services: PeopleServices,
  { ownerId, userId, createdAt }: DeliveryRow & { userId: string },
  message: Message,
): Promise<Sent | { notWanted: string }> {
  const { db, config, links } = services;
  const { key, subject, alerts, text, records = [] } = message;
  const member = await activeMember(db, ownerId, userId);
  if (!member) return { notWanted: 'Not sent: the person is no member any more, or may not sign in' };
  const seen = await seenBy(db, ownerId, member, alerts);
  if (alerts.length > 0 && seen.length === 0)
    return { notWanted: 'Not sent: the person does not see the record, or it is gone' };
  if (
    member.membership.scope.length > 0 &&
    (await seenBy(db, ownerId, member, records)).length < records.length
  )
    return { notWanted: 'Not sent: the person does not see all of the records any more' };
  const linkTo = ({ id: alertId, distance }: Alert) =>
    links.linkTo({ ownerId, alertId, userId, distance }, linkedAt(createdAt, member.user.accessEndedAt));
  const said = text === undefined ? saidOf(message, seen, linkTo, config.publicUrl) : { subject, text };
  const mailing = { ownerId, to: [member.user.email], tester: null };
  await mailWithinLimits(services, mailing, { key, subject: said.subject }, said.text);
  return { status: 250, message: acceptedWords };
}
