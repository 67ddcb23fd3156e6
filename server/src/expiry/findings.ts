import type { FactField } from '@quartermaster/contract/lookups/lookups.routes';
import type { MismatchField } from '@quartermaster/contract/mismatches/mismatches.routes';
import { cdnsAt } from '@quartermaster/contract/rules/found';
import { isUnconfirmed, preferred } from '@quartermaster/contract/rules/shown-date';
import type { Schema, Tx } from '../db/schema.ts';
import { rowsOf } from '../db/values-of.ts';
import { iso } from '../lib/clock.ts';
import { type Fact, factsAbout, registrationChecks, registryDates, textsIn } from './dates/looked-up.ts';

type Finding = Schema['findings'];
type Found = Pick<Finding, 'source' | 'found' | 'fits' | 'date' | 'isConfirmed'>;

/** The facts that each field is compared with. */
export const factsOfField = {
  expirationDate: ['expirationDate', 'statuses'],
  server: ['a', 'aaaa'],
  cdn: ['ns', 'cname'],
  registrar: ['registrar'],
} as const satisfies Record<MismatchField, readonly FactField[]>;
const comparedFacts = Object.values(factsOfField).flat();

/** Values as one text, in which SQL finds each. */
export const inLines = (values: readonly string[]): string => ['', ...values, ''].join('\n');
export const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const valuesOf = (facts: readonly Fact[], fields: readonly string[]): string[] =>
  [
    ...new Set(facts.filter(({ field }) => fields.includes(field)).flatMap(({ value }) => textsIn(value))),
  ].sort();

const undated = { date: null, isConfirmed: 1 } as const;

/** What was found about a domain, as far as records can tell otherwise. */
function foundIn(facts: readonly Fact[], isRegistered: boolean): [MismatchField, Found][] {
  const all: [MismatchField, Found][] = [];
  const registry = preferred(registryDates(facts));
  if (registry) {
    const { source, date } = registry;
    const isConfirmed = isRegistered && !isUnconfirmed(registry) ? 1 : 0;
    all.push(['expirationDate', { source, found: iso(date), fits: '', date, isConfirmed }]);
  }
  const addresses = valuesOf(facts, factsOfField.server);
  if (addresses.length > 0)
    all.push([
      'server',
      { source: 'dns', found: addresses.join(', '), fits: inLines(addresses), ...undated },
    ]);
  const hosts = valuesOf(facts, factsOfField.cdn);
  if (hosts.length > 0)
    all.push(['cdn', { source: 'dns', found: hosts.join(', '), fits: inLines(cdnsAt(hosts)), ...undated }]);
  const registrar = preferred(facts.filter(({ field }) => field === 'registrar'));
  if (registrar && typeof registrar.value === 'string' && registrar.value.trim() !== '') {
    const { source, value } = registrar;
    all.push(['registrar', { source, found: value, fits: '', ...undated }]);
  }
  return all;
}

const notIgnored = { ignoredAt: null, ignoredReason: null };
const compared = ['source', 'found', 'fits', 'date', 'isConfirmed'] as const;

/**
 * Keeps what was found about these domains in step with the facts; tells whether anything has changed. Where it has, it is
 * no longer ignored.
 */
export async function refreshFindings(tx: Tx, ownerId: string, ids: readonly string[]): Promise<boolean> {
  const factsOf = await factsAbout(tx, ownerId, ids, comparedFacts);
  const checkOf = await registrationChecks(tx, ownerId, ids);
  const stored = await tx
    .selectFrom('findings')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('recordId', 'in', ids)
    .execute();
  const before = new Map(stored.map((row) => [`${row.recordId}.${row.field}`, row]));
  const now = ids.flatMap((recordId) =>
    foundIn(factsOf(recordId), checkOf(recordId) !== 'unregistered').map(([field, found]) => ({
      ownerId,
      recordId,
      field,
      ...found,
    })),
  );
  const found = new Set(now.map(({ recordId, field }) => `${recordId}.${field}`));
  // A name that no longer has an address, for instance.
  const gone = [...before.values()].filter(({ recordId, field }) => !found.has(`${recordId}.${field}`));
  for (const { recordId, field } of gone)
    await tx
      .deleteFrom('findings')
      .where('ownerId', '=', ownerId)
      .where('field', '=', field)
      .where('recordId', '=', recordId)
      .execute();
  const rows = now.flatMap((row): Finding[] => {
    const known = before.get(`${row.recordId}.${row.field}`);
    if (known && compared.every((column) => known[column] === row[column])) return [];
    const { ignoredAt, ignoredReason } = known?.found === row.found ? known : notIgnored;
    return [{ ...row, ignoredAt, ignoredReason }];
  });
  if (rows.length === 0) return gone.length > 0;
  const columns = Object.keys(rows[0] ?? {}) as (keyof Finding)[];
  await tx
    .insertInto('findings')
    .columns(columns)
    .expression(rowsOf(tx, 'findings', columns, rows))
    .onConflict((conflict) =>
      conflict
        .columns(['ownerId', 'field', 'recordId'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(
            [...compared, 'ignoredAt' as const, 'ignoredReason' as const].map((column) => [
              column,
              ref(`excluded.${column}`),
            ]),
          ),
        ),
    )
    .execute();
  return true;
}
