import { ruleChanges } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import { dayAt } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { preferred } from '@quartermaster/contract/rules/shown-date';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { changeIn } from '../expiry/fact-changes.ts';
import { type Evaluation, type Finding, advance } from './advance.ts';
import { noDate } from './alert-row.ts';
import { closeAlerts, openAlertsOf } from './closing.ts';
import { transferredDomains } from './expiries.ts';
import { type Rule, policyOf } from './narrowest.ts';
import { standingChanges, watched } from './standing-changes.ts';

const openMs = 30 * dayMs;
const watchedFields = [...new Set(ruleChanges.flatMap((what) => watched[what].fields))];

/** What changed about these records lately, in order, and what each goes by of several sources and facts. */
async function changesOf({ db, owner, now }: Evaluation, recordIds: readonly string[]) {
  const rows = await db
    .selectFrom('record_fact_changes')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('recordId', 'in', recordIds)
    .where('area', '=', 'domains')
    .where('field', 'in', watchedFields)
    .where('at', '>', now - openMs)
    .orderBy('at')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ recordId }) => recordId))];
  const facts = await db
    .selectFrom('record_facts')
    .select(['recordId', 'field', 'source'])
    .where('ownerId', '=', owner.id)
    .where('recordId', 'in', ids)
    .where('field', 'in', watchedFields)
    .execute();
  return ids.flatMap((recordId) =>
    ruleChanges.flatMap((what) => {
      const known = facts.filter((fact) => fact.recordId === recordId);
      const field = watched[what].fields.find((each) => known.some((fact) => fact.field === each));
      const source = preferred(known.filter((fact) => fact.field === field))?.source;
      const own = rows.filter(
        (row) => row.recordId === recordId && row.field === field && row.source === source,
      );
      const changes = own.map((row) => ({ id: row.id, foundAt: row.at, ...changeIn(row) }));
      return standingChanges(what, changes).map(({ id, foundAt, ...change }) => ({
        recordId,
        what,
        id,
        foundAt,
        change,
      }));
    }),
  );
}

/** Raises the alerts about what changed lately about these records, and closes those that are over. */
export async function evaluateChanges(
  evaluation: Evaluation,
  rules: readonly Rule[],
  recordIds: readonly string[],
): Promise<void> {
  const { db, owner, settings } = evaluation;
  const changes = await changesOf(evaluation, recordIds);
  const open = await openAlertsOf(evaluation, 'fact-changed', recordIds);
  if (changes.length + open.length === 0) return;
  const transferred = await transferredDomains(db, owner.id, recordIds);
  const domains =
    changes.length === 0
      ? []
      : await db
          .selectFrom('domains')
          .select(['id', 'domain', 'tags'])
          .where('ownerId', '=', owner.id)
          .where('id', 'in', [...new Set(changes.map(({ recordId }) => recordId))])
          .execute();
  const domainOf = new Map(domains.map((domain) => [domain.id, domain]));
  const findings = changes.flatMap(({ recordId, what, id, foundAt, change }): Finding[] => {
    const domain = domainOf.get(recordId);
    if (!domain || transferred.has(recordId)) return [];
    const tags = JSON.parse(domain.tags) as Tag[];
    const of = { area: 'domains', recordId, tags } as const;
    return [
      {
        ...of,
        kind: 'fact-changed',
        subject: `${recordId} ${id} ${what}`,
        what: null,
        name: domain.domain,
        label: watched[what].label,
        date: noDate,
        day: dayAt(foundAt, settings.timeZone),
        endsAt: foundAt + openMs,
        renewal: null,
        change: JSON.stringify(change),
        deadline: null,
        policy: policyOf(rules, { ...of, what: 'domain', change: what }),
      },
    ];
  });
  const known = new Set(open.map(({ subject }) => subject));
  await advance(
    evaluation,
    findings.filter(({ policy, subject }) => policy !== null || known.has(subject)),
  );
  const standing = new Set(findings.map(({ subject }) => subject));
  const over = open.filter(({ subject }) => !standing.has(subject)).map(({ id }) => id);
  await closeAlerts(evaluation, over.sort(), ({ subject, recordId, endsAt }) => {
    if (standing.has(subject)) return null;
    if (recordId !== null && transferred.has(recordId)) return 'The domain was transferred';
    return endsAt !== null && endsAt <= evaluation.now
      ? 'It is 30 days ago'
      : 'The former value is back, or the record is gone';
  });
}
