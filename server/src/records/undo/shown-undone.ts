import type { Batch, Undone } from '@quartermaster/contract/history/history.schema';
import { elementOf } from '@quartermaster/contract/rules/secrets';
import { isCredentials, isElements } from '@quartermaster/contract/api/fields';
import type { Values } from '@quartermaster/contract/rules/same';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { datePartLabel, dates, datesInWords } from '../kinds/date-element.ts';
import { capitalized } from '../../lib/capitalized.ts';
import { pacedMap } from '../../lib/paced.ts';
import { areaOfTable, entityOf } from '../kinds/entities.ts';
import { type RecordReference, type Names, nameIn, namesIn } from '../history/names.ts';
import { inWords, targetOf } from '../history/values.ts';
import { secretsInWords } from '../history/secret-words.ts';
import type { FieldConflict } from './plan.ts';
import type { Reverted } from './revert.ts';
import { isToken } from './sides.ts';

/** Whether a path is answered as what was done to it: its values are secret, or may once have been. */
function isSecret(table: OwnedTableName, { path, was, made, now }: FieldConflict): boolean {
  const definition = entityOf[table].fields[path.split('.')[0] ?? ''];
  return (definition && isCredentials(definition)) || [was, made, now].some(isToken);
}

const isThere = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  (typeof value !== 'object' || isToken(value) || Object.keys(value).length > 0);

/** A secret as 'set', 'changed' or 'cleared' at each of the three times. */
function secretStates({ was, made, now }: FieldConflict) {
  const [had, has, hasNow] = [was, made, now].map(isThere);
  return {
    was: had ? 'set' : null,
    made: has ? (had ? 'changed' : 'set') : 'cleared',
    now: hasNow ? (has ? 'changed' : 'set') : 'cleared',
  };
}

/** A list of elements, or one of them, by the names that people know them by. */
function elementsInWords(value: unknown): unknown {
  const name = (each: unknown) => (each as Values)['username'];
  if (Array.isArray(value)) return value.map(name);
  return typeof value === 'object' && value !== null ? name(value) : value;
}

function shownField(table: OwnedTableName, conflict: FieldConflict, label: string, names: Names) {
  const { path } = conflict;
  if (isSecret(table, conflict)) return { field: path, label, ...secretStates(conflict) };
  const definition = entityOf[table].fields[path.split('.')[0] ?? ''];
  const words = (value: unknown) => {
    if (definition === dates) return datesInWords(value);
    return definition && isElements(definition)
      ? (elementsInWords(value) ?? null)
      : inWords(table, path, value, names);
  };
  return {
    field: path,
    label,
    was: words(conflict.was),
    made: words(conflict.made),
    now: words(conflict.now),
  };
}

/** The answer to an undo: records and references by name, secrets as what was done to them. */
export async function shownUndone(
  db: Db,
  owner: Owner,
  { counts, conflicts, refused }: Reverted,
  batch: Batch | null,
): Promise<Undone> {
  const targets = conflicts.flatMap(({ table, fields }) =>
    fields.flatMap(({ path, was, made, now }) =>
      [was, made, now].flatMap((value) => targetOf(table, path, value) ?? []),
    ),
  );
  const names = await namesIn(db, owner, [...conflicts, ...refused, ...targets]);
  const secrets = conflicts.flatMap(({ table, recordId, fields }) =>
    fields.map(({ path }) => ({ table, recordId, field: path })),
  );
  const words = await secretsInWords(
    db,
    owner,
    secrets.filter(({ field }) => elementOf(field) !== null),
  );
  const ofElements = new Map(
    secrets
      .filter(({ field }) => elementOf(field) !== null)
      .map(({ recordId, field }, at) => [`${recordId} ${field}`, words[at] ?? field]),
  );
  const labelOf = (table: OwnedTableName, recordId: string, path: string): string => {
    const [field = '', ...rest] = path.split('.');
    const { fieldLabels } = entityOf[table];
    const definition = entityOf[table].fields[field];
    const isElement = definition && isElements(definition) && rest.length === 1;
    const name = isElement ? '' : definition === dates ? datePartLabel(rest[1] ?? '') : rest.join('.');
    const word = ofElements.get(`${recordId} ${path}`) ?? fieldLabels[path] ?? name;
    return capitalized(word || (fieldLabels[field] ?? field));
  };
  const record = (each: RecordReference) => ({
    recordId: each.recordId,
    area: areaOfTable(each.table),
    name: nameIn(names, each),
  });
  return {
    batch,
    conflicts: await pacedMap(conflicts, (each) => ({
      ...record(each),
      fields: each.fields.map((field) =>
        shownField(each.table, field, labelOf(each.table, each.recordId, field.path), names),
      ),
    })),
    refused: refused.map((each) => ({ ...record(each), message: each.message })),
    counts,
  };
}
