import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { isStorable } from '@quartermaster/contract/rules/formats';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { inChunks, pacedEach } from '../../lib/paced.ts';
import { type Reference, entityOf, keyOf, references } from '../kinds/entities.ts';
import { type NamedRecord, recordsNamed } from '../table/record-names.ts';
import type { SentRow } from './sent-row.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A row with its names replaced by ids, and the errors of those names. */
interface ResolvedRow {
  row: unknown;
  errors: FieldErrors;
}

const namesAtOnce = 500;

const isFields = (row: unknown): row is Fields => typeof row === 'object' && row !== null;

/** The name sent in place of an id. Anything but text counts as an unknown field and is ignored. */
function nameIn(row: Fields, { shown }: Reference): string {
  const sent = row[shown];
  return typeof sent === 'string' ? sent.trim() : '';
}

const withDetail = ({ name, detail }: NamedRecord): string => `${name} (${detail ?? ''})`;

/** 'Namecheap' for 'Namecheap (ops@acme.example)'. The whole text may also be a name. */
const beforeDetail = (text: string): string => text.replace(/ \([^(]*\)$/, '');

/** What names of this table's records are compared by. */
export function nameKey(table: OwnedTableName, text: string): string {
  const { name } = entityOf[table];
  return typeof name === 'string' ? String(keyOf(table, name, text)).toLowerCase() : text.toLowerCase();
}

/** Looks up the records with these names, keyed by that key of the name and by 'name (detail)'. */
export async function recordsByName(db: Db, owner: Owner, table: OwnedTableName, texts: ReadonlySet<string>) {
  const names = new Set<string>();
  await pacedEach(texts, (text) => {
    for (const name of [text, beforeDetail(text)])
      if (isStorable(name)) names.add(name).add(name.toLowerCase()).add(nameKey(table, name));
  });
  const byName = new Map<string, NamedRecord[]>();
  const add = (text: string, record: NamedRecord) => {
    const key = nameKey(table, text);
    const found = byName.get(key);
    if (found) found.push(record);
    else byName.set(key, [record]);
  };
  for await (const some of inChunks(names, namesAtOnce))
    for (const record of await recordsNamed(db, owner, table, some)) {
      add(record.name, record);
      if (record.detail !== null) add(withDetail(record), record);
    }
  return byName;
}

/**
 * Resolves references by name (`emailAccount` in place of `emailAccountId`), with one query for each reference. A
 * workspace's own record takes precedence over a global one of the same name.
 */
export async function namedReferences(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  rows: readonly SentRow[],
): Promise<(row: unknown) => ResolvedRow> {
  const own = references.filter(({ from }) => from === table);
  const lookups = new Map<Reference, Map<string, NamedRecord[]>>();
  const texts = new Map(own.map((reference) => [reference, new Set<string>()]));
  if (own.length > 0)
    await pacedEach(rows, (read) => {
      const row = read?.();
      if (!isFields(row)) return;
      for (const [reference, names] of texts) {
        const name = nameIn(row, reference);
        if (name !== '' && name.length <= limits.filter) names.add(name);
      }
    });
  for (const [reference, names] of texts)
    lookups.set(reference, await recordsByName(db, owner, reference.to, names));
  return (row) => {
    if (!isFields(row)) return { row, errors: {} };
    const ids: Record<string, string> = {};
    const errors: FieldErrors = {};
    for (const [reference, byName] of lookups) {
      const { column, shown, label, to } = reference;
      const name = nameIn(row, reference);
      if (name === '') continue;
      const seen = byName.get(nameKey(to, name)) ?? [];
      const theirs = seen.filter(({ ownerId }) => ownerId === owner.id);
      const [found, ...others] = theirs.length > 0 ? theirs : seen;
      if ((row[column] ?? '') !== '') errors[column] = `Cannot use both ${column} and ${shown}`;
      else if (!found) errors[column] = `${label} not found`;
      else if (others.length > 0) errors[column] = `Several ${entityOf[to].many} are named ${name}`;
      else ids[column] = found.id;
    }
    return { row: { ...row, ...ids }, errors };
  };
}
