import type { AlertKind } from '@quartermaster/contract/alerts/alerts.routes';
import type { AlertSettings } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import type { TagName } from '@quartermaster/contract/rules/tags';
import { v7 as uuid } from 'uuid';
import type { Owner } from '../access/owner.ts';
import { transaction } from '../db/transaction.ts';
import { rowLock } from '../db/row-lock.ts';
import type { Db } from '../db/schema.ts';
import { type Notice, queueNotices } from '../deliveries/queue.ts';
import { inChunks } from '../lib/paced.ts';
import { type AlertRow, type Shown, shownAlert, standingOf, withStanding } from './alert-row.ts';
import { type Audience, recipientsOf } from './audience.ts';
import type { Distance } from './distances.ts';
import type { Policy } from './narrowest.ts';
import { outsideQuietHours } from '../deliveries/quiet-hours.ts';
import { type Step, escalate, look, raise, revive, unseen, wake } from './standing.ts';
import { type NewEvent, writeAlerts, writeEvents } from './store.ts';

/** A look at a workspace, by its rules and calendar as they are now. */
export interface Pass extends Shown {
  db: Db;
  owner: Owner;
  now: number;
  signal: AbortSignal;
  settings: AlertSettings;
  audience: Audience;
}

/** Something that has, or should have, an alert. */
export interface Finding extends Pick<
  AlertRow,
  'what' | 'area' | 'recordId' | 'subject' | 'label' | 'name' | 'date' | 'endsAt' | 'renewal' | 'day'
> {
  kind: AlertKind;
  tags: readonly TagName[];
  daysLeft: number | null;
  /** null: no rule holds. */
  policy: Policy | null;
  /** The most urgent that was crossed; null for what has no date. */
  distance: Distance | null;
}

interface Change {
  row: AlertRow;
  finding: Finding;
  steps: readonly (Step & { to?: { channelIds: readonly string[] } })[];
}

const subjectsAtOnce = 200;

/** The alert of something: that of its date, or of the same instant on what was another day in another time zone. */
function rowOf(rows: readonly AlertRow[], { date, endsAt }: Finding): AlertRow | undefined {
  const isMoved = (row: AlertRow) => row.state !== 'CLOSED' && endsAt !== null && row.endsAt === endsAt;
  return rows.find((row) => row.date === date) ?? rows.find(isMoved);
}

function newRow(
  { owner, now }: Pass,
  { kind, tags: _, policy: __, distance: ___, daysLeft, ...of }: Finding,
): AlertRow {
  const isLate = daysLeft !== null && daysLeft < -1;
  const none = {
    raisedAt: null,
    closedAt: null,
    acknowledgedAt: null,
    actorId: null,
    actorName: null,
    actorEmail: null,
  };
  const row = { ownerId: owner.id, id: uuid(), kind, ...of, ...none, createdAt: now };
  return withStanding(row as AlertRow, unseen(isLate), now, null);
}

/** What changes about one alert. */
function changeOf(pass: Pass, finding: Finding, known: AlertRow | undefined): Change | null {
  const { now } = pass;
  const { kind, subject: _, tags: __, policy, distance, daysLeft: ___, ...fresh } = finding;
  const before = known ?? newRow(pass, finding);
  let standing = standingOf(before);
  const steps: Change['steps'][number][] = [];
  const take = (step: Change['steps'][number] | null) => {
    if (!step) return;
    standing = step.standing;
    steps.push(step);
  };
  if (kind === 'expiry') {
    take(revive(standing, now));
    take(look(standing, distance, now));
  } else if (standing.state === 'WAITING' || standing.state === 'CLOSED') take(raise(now));
  take(wake(standing, now));
  // Several levels may have come due since the last look.
  policy?.escalation.forEach(() => take(escalate(standing, policy.escalation, now)));
  const isRaised = steps.some(({ tells }) => tells === 'raised');
  const base = { ...before, ...fresh, ...(isRaised && { raisedAt: now }) };
  const row = withStanding(base, standing, now, null);
  const isSame =
    known !== undefined &&
    (Object.keys(row) as (keyof AlertRow)[]).every((column) => row[column] === known[column]);
  return isSame ? null : { row, finding, steps };
}

/** What changes, by the alerts as they are; in a transaction, locks them. */
async function changesOf(db: Db, pass: Pass, findings: readonly Finding[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [kind, alike] of Map.groupBy(findings, (finding) => finding.kind))
    for await (const some of inChunks(alike, subjectsAtOnce)) {
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where('ownerId', '=', pass.owner.id)
        .where('kind', '=', kind)
        .where('subject', 'in', [...new Set(some.map(({ subject }) => subject))])
        .orderBy('id')
        .modifyEnd(rowLock(db))
        .execute();
      const bySubject = Map.groupBy(rows, ({ subject }) => subject);
      for (const finding of some) {
        const change = changeOf(pass, finding, rowOf(bySubject.get(finding.subject) ?? [], finding));
        if (change) changes.push(change);
      }
    }
  return changes;
}

const eventOf = { crossed: 'alert.crossed', raised: 'alert.raised', escalated: 'alert.escalated' } as const;

/** What is to be told of a change, and to whom. */
function noticesOf(pass: Pass, { row, finding, steps }: Change): Notice[] {
  const { policy, daysLeft } = finding;
  if (!policy) return [];
  const notBefore = outsideQuietHours(pass.settings, pass.now);
  return steps.flatMap(({ tells, to, standing }): Notice[] => {
    if (!tells) return [];
    const told = to ? { ...policy, channelIds: [...to.channelIds], userIds: [], toOwners: false } : policy;
    const { channelIds, userIds } = recipientsOf(pass.audience, told, finding);
    const isNear = daysLeft === null || daysLeft <= policy.singleFrom;
    return [
      {
        event: eventOf[tells],
        alert: shownAlert({ ...row, level: standing.level }, pass),
        channelIds,
        userIds: isNear ? userIds : [],
        notBefore,
      },
    ];
  });
}

/** Advances the alerts of what was found, with what that tells, in one transaction if anything changes. */
export async function advance(pass: Pass, findings: readonly Finding[]): Promise<void> {
  const { db, owner, now } = pass;
  await transaction(db, async (tx) => {
    const changes = await changesOf(tx, pass, findings);
    const events = changes.flatMap(({ row, steps }) =>
      steps.flatMap(({ event, standing }): NewEvent[] => {
        const { distance } = standing.crossings.at(-1) ?? {};
        const detail = event?.detail ?? (distance === undefined ? null : `Distance ${distance}`);
        return event ? [{ alert: row, name: event.name, detail }] : [];
      }),
    );
    await writeAlerts(
      tx,
      changes.map(({ row }) => row),
    );
    await writeEvents(tx, events, null, now);
    await queueNotices(
      tx,
      owner.id,
      changes.flatMap((change) => noticesOf(pass, change)),
    );
  });
}

export interface Changing {
  quiet: Finding[];
  /** Those of which somebody is to be told. */
  told: Finding[];
}

/** Those of what was found whose alerts would change. */
export async function changing(pass: Pass, findings: readonly Finding[]): Promise<Changing> {
  const changing: Changing = { quiet: [], told: [] };
  for (const { finding, steps } of await changesOf(pass.db, pass, findings))
    changing[steps.some(({ tells }) => tells !== null) ? 'told' : 'quiet'].push(finding);
  return changing;
}
