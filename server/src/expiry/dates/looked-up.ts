import type { CheckState, FactField } from '@quartermaster/contract/lookups/lookups.routes';
import { timeOf } from '@quartermaster/contract/rules/formats';
import type { RegistryDate } from '@quartermaster/contract/rules/shown-date';
import type { Tx } from '../../db/schema.ts';

/** The latest answer of a source about a record. */
export interface Fact {
  field: string;
  subject: string;
  source: string;
  value: unknown;
}

/** The facts about each of these records. */
export async function factsAbout(
  tx: Tx,
  ownerId: string,
  ids: readonly string[],
  fields: readonly FactField[],
): Promise<(id: string) => Fact[]> {
  const rows = await tx
    .selectFrom('record_facts')
    .select(['recordId', 'field', 'subject', 'source', 'value'])
    .where('ownerId', '=', ownerId)
    .where('recordId', 'in', ids)
    .where('field', 'in', fields)
    .orderBy('subject')
    .execute();
  const own = Map.groupBy(rows, ({ recordId }) => recordId);
  return (id) =>
    (own.get(id) ?? []).map(({ field, subject, source, value }) => ({
      field,
      subject,
      source,
      value: JSON.parse(value) as unknown,
    }));
}

/** How the latest look-up of each of these domains' registration ended. */
export async function registrationChecks(
  tx: Tx,
  ownerId: string,
  ids: readonly string[],
): Promise<(id: string) => CheckState> {
  const rows = await tx
    .selectFrom('checks')
    .select(['recordId', 'state'])
    .where('ownerId', '=', ownerId)
    .where('recordId', 'in', ids)
    .where('kind', '=', 'registration')
    .execute();
  const states = new Map(rows.map(({ recordId, state }) => [recordId, state as CheckState]));
  return (id) => states.get(id) ?? 'never';
}

/** The end of a list that was cut. */
export const andMore = '… and more';

/** The texts of a fact that is one text, or a list of them. */
export const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (text): text is string => typeof text === 'string' && text !== andMore,
  );

/** The facts that are an instant. */
export const instantsOf = (facts: readonly Fact[], name: FactField): (Fact & { date: number })[] =>
  facts.flatMap((fact) => {
    const date = fact.field === name && typeof fact.value === 'string' ? timeOf(fact.value) : NaN;
    return Number.isNaN(date) ? [] : [{ ...fact, date }];
  });

/** What registries say of when a registration ends. */
export const registryDates = (facts: readonly Fact[]): RegistryDate[] =>
  instantsOf(facts, 'expirationDate').map(({ date, source }) => ({
    source: source as RegistryDate['source'],
    date,
    statuses: facts
      .filter((fact) => fact.field === 'statuses' && fact.source === source)
      .flatMap(({ value }) => textsIn(value)),
  }));
