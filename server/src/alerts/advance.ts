import type { AlertKind } from '@quartermaster/contract/alerts/alerts.routes';
import type { AlertSettings } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import type { TagName } from '@quartermaster/contract/rules/tags';
import { v7 as uuid } from 'uuid';
import type { Owner } from '../access/owner.ts';
import { transaction } from '../db/transaction.ts';
import { rowLock } from '../db/row-lock.ts';
import type { Db, Tx } from '../db/schema.ts';
import { keepNotices } from '../deliveries/notices.ts';
import type { Notice } from '../deliveries/queue.ts';
import { inChunks } from '../lib/paced.ts';
import { type AlertRow, type Shown, shownAlert, standingOf, withStanding } from './alert-row.ts';
import { type Audience, recipientsOf } from './audience.ts';
import { type Deadline, crossed, nextCrossing } from './distances.ts';
import type { Policy } from './narrowest.ts';
import { outsideQuietHours } from '../deliveries/quiet-hours.ts';
import {
  type Standing,
  type Step,
  escalate,
  look,
  nearestOf,
  nextStep,
  raise,
  revive,
  unseen,
  wake,
} from './standing.ts';
import { type NewEvent, writeAlerts, writeEvents } from './store.ts';

/** An evaluation of a workspace, by its rules and calendar as they are now. */
export interface Evaluation extends Shown {
  db: Db;
  owner: Owner;
  now: number;
  signal: AbortSignal;
  settings: AlertSettings;
  audience: Audience;
  /** The instant at which a day begins in the workspace. */
  startOfDay: (day: string) => number;
}

/** Something that has, or should have, an alert. */
export interface Finding extends Pick<
  AlertRow,
  | 'what'
  | 'area'
  | 'recordId'
  | 'subject'
  | 'label'
  | 'name'
  | 'date'
  | 'endsAt'
  | 'renewal'
  | 'day'
  | 'change'
> {
  kind: AlertKind;
  tags: readonly TagName[];
  /** null: it has no date. */
  deadline: Deadline | null;
  /** null: no rule holds. */
  policy: Policy | null;
}

interface Change {
  row: AlertRow;
  finding: Finding;
  steps: readonly (Step & { to?: { channelIds: readonly string[] } })[];
}

/** So many alerts a transaction: SQLite has one writer at a time. */
const alertsAtOnce = 100;
/** Should a step not have come about when its time has come, it is evaluated again after this. */
const againMs = 60_000;

/** The alert of something: that of its date, or of the same instant on what was another day in another time zone. */
function rowOf(rows: readonly AlertRow[], { date, endsAt }: Finding): AlertRow | undefined {
  const isMoved = (row: AlertRow) => row.state !== 'CLOSED' && endsAt !== null && row.endsAt === endsAt;
  return rows.find((row) => row.date === date) ?? rows.find(isMoved);
}

function newRow(
  { owner, now }: Evaluation,
  { kind, tags: _, policy: __, deadline, ...of }: Finding,
): AlertRow {
  const isLate = deadline !== null && deadline.daysLeft < -1;
  const none = {
    nextAt: null,
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

/** The next instant at which the clock alone changes an alert that stands so; null: none. */
function nextAt(
  evaluation: Evaluation,
  { policy, deadline, endsAt }: Finding,
  standing: Standing,
): number | null {
  if (standing.state === 'CLOSED') return null;
  const { now, startOfDay } = evaluation;
  const crossing =
    policy && deadline && nextCrossing(policy, deadline, nearestOf(standing.crossings), startOfDay);
  const over = deadline === null ? endsAt : null;
  const instants = [crossing, over, nextStep(standing, policy?.escalation ?? [])].filter((at) => at !== null);
  if (instants.length === 0) return null;
  const next = Math.min(...instants);
  return next > now ? next : now + againMs;
}

/** What changes about one alert. */
function changeOf(evaluation: Evaluation, finding: Finding, known: AlertRow | undefined): Change | null {
  const { now } = evaluation;
  const { kind, subject: _, tags: __, policy, deadline, ...fresh } = finding;
  const before = known ?? newRow(evaluation, finding);
  let standing = standingOf(before);
  const steps: Change['steps'][number][] = [];
  const take = (step: Change['steps'][number] | null) => {
    if (!step) return;
    standing = step.standing;
    steps.push(step);
  };
  if (kind === 'expiry') {
    take(revive(standing, now));
    take(look(standing, policy && deadline && crossed(policy, deadline, now), now));
  } else if (standing.state === 'WAITING' || standing.state === 'CLOSED') take(raise(now));
  take(wake(standing, now));
  // Several levels may have come due since the last look.
  policy?.escalation.forEach(() => take(escalate(standing, policy.escalation, now)));
  const isRaised = steps.some(({ tells }) => tells === 'raised');
  const base = { ...before, ...fresh, ...(isRaised && { raisedAt: now }) };
  const row = { ...withStanding(base, standing, now, null), nextAt: nextAt(evaluation, finding, standing) };
  const isSame =
    known !== undefined &&
    (Object.keys(row) as (keyof AlertRow)[]).every((column) => row[column] === known[column]);
  return isSame ? null : { row, finding, steps };
}

/** What changes, by the alerts as they are; in a transaction, locks them. */
async function changesOf(db: Db, evaluation: Evaluation, findings: readonly Finding[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [kind, alike] of Map.groupBy(findings, (finding) => finding.kind)) {
    const rows = await db
      .selectFrom('alerts')
      .selectAll()
      .where('ownerId', '=', evaluation.owner.id)
      .where('kind', '=', kind)
      .where('subject', 'in', [...new Set(alike.map(({ subject }) => subject))])
      // In the order of the index that finds them: in that of ids, SQLite would read all alerts.
      .orderBy('subject')
      .orderBy('date')
      .modifyEnd(rowLock(db))
      .execute();
    const bySubject = Map.groupBy(rows, ({ subject }) => subject);
    for (const finding of alike) {
      const change = changeOf(evaluation, finding, rowOf(bySubject.get(finding.subject) ?? [], finding));
      if (change) changes.push(change);
    }
  }
  return changes;
}

const eventOf = { crossed: 'alert.crossed', raised: 'alert.raised', escalated: 'alert.escalated' } as const;

/** What is to be told of a change, and to whom. */
function noticesOf(evaluation: Evaluation, { row, finding, steps }: Change): Notice[] {
  const { policy, deadline } = finding;
  if (!policy) return [];
  const notBefore = outsideQuietHours(evaluation.settings, evaluation.now);
  return steps.flatMap(({ tells, to, standing }): Notice[] => {
    if (!tells) return [];
    const told = to ? { ...policy, channelIds: [...to.channelIds], userIds: [], toOwners: false } : policy;
    const { channelIds, userIds } = recipientsOf(evaluation.audience, told, finding);
    const isNear = deadline === null || deadline.daysLeft <= policy.singleFrom;
    return [
      {
        event: eventOf[tells],
        alert: shownAlert({ ...row, level: standing.level }, evaluation),
        channelIds,
        userIds: isNear ? userIds : [],
        notBefore,
      },
    ];
  });
}

/** Writes what changes about alerts, what happened to them, and what that tells. */
async function writeChanges(tx: Tx, evaluation: Evaluation, findings: readonly Finding[]): Promise<void> {
  const { owner, now } = evaluation;
  const changes = await changesOf(tx, evaluation, findings);
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
  await keepNotices(
    tx,
    owner.id,
    changes.flatMap((change) => noticesOf(evaluation, change)),
  );
}

/** Advances the alerts of what was found, in short transactions, which read again what they change. */
export async function advance(evaluation: Evaluation, findings: readonly Finding[]): Promise<void> {
  const { db, signal } = evaluation;
  for await (const some of inChunks(findings, alertsAtOnce)) {
    signal.throwIfAborted();
    const changed = (await changesOf(db, evaluation, some)).map(({ finding }) => finding);
    if (changed.length > 0) await transaction(db, (tx) => writeChanges(tx, evaluation, changed));
  }
}
