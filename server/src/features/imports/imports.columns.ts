import { columnName } from '@quartermaster/contract/imports/column-name';
import { isDomainName, toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { isEmail } from '@quartermaster/contract/rules/formats';
import { isIpAddress } from '@quartermaster/contract/rules/ip-address';
import { saysSecret } from '@quartermaster/contract/rules/secret-names';
import { defaultTagTypes } from '@quartermaster/contract/rules/tags';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { pacedMap } from '../../lib/paced.ts';
import { cellValue, isKnownWord } from '../../records/import/cells.ts';
import { isoDate, orderOf } from '../../records/import/dates.ts';
import { findNamed } from '../../records/import/lookup.ts';
import type { ReferenceQuery } from '../../records/import/reference-query.ts';
import { type ColumnTarget, namesOf, targetAt, targetsOf } from '../../records/import/targets.ts';
import { entityOf, references } from '../../records/kinds/entities.ts';
import type { Table } from '../../sheets/table.ts';

const most = 0.8;
const examined = 500;

const secretWords = /\b(?:pass|pwd|passwd|passphrase|pin|totp|otp|2fa|seed|private)\b/;
const begun = /^-----BEGIN /;

/** Whether a column may hold secrets, by its name or its values. */
export const looksSecret = (header: string, values: readonly string[]): boolean =>
  saysSecret(header) || secretWords.test(columnName(header)) || values.some((value) => begun.test(value));

/** The distinct values of each column, the first few hundred. */
export const samplesOf = ({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Promise<string[][]> =>
  pacedMap(columns.keys(), (column) => valuesOf(rows, column));

function valuesOf(rows: readonly (readonly string[])[], column: number): string[] {
  const values = new Set<string>();
  for (const row of rows) {
    const cell = (row[column] ?? '').trim();
    if (cell !== '' && cell !== '-') values.add(cell);
    if (values.size >= examined) break;
  }
  return [...values];
}

const mostAre = (values: readonly string[], is: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(is).length >= most * values.length;

/** The optional reference that a target is of, or leads into; undefined if it is required or none. */
function optionalReference(table: OwnedTableName, target: ColumnTarget) {
  const [shown = ''] = target.path.split('.');
  return references.find(
    (each) => each.from === table && !each.required && (each.shown === shown || each.column === target.path),
  );
}

/** Whether a record exists that one of these values names. */
async function isKnown(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  target: ColumnTarget,
  values: readonly string[],
) {
  const reference = optionalReference(table, target);
  if (!reference) return true;
  const path = target.path === reference.column ? '' : target.path.slice(reference.shown.length + 1);
  const asked = values.flatMap((text): ReferenceQuery[] => {
    const value = cellValue(target, text, null);
    if (!('value' in value) || value.value === null) return [];
    return [
      path === ''
        ? { whole: text, parts: {} }
        : { whole: '', parts: { [path]: typeof value.value === 'string' ? value.value : text } },
    ];
  });
  const found = await findNamed(db, owner, reference.to, asked);
  return [...found.values()].some(({ length }) => length > 0);
}

/** What a column's own name makes of it. */
async function byName(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  header: string,
  values: readonly string[],
) {
  const name = columnName(header);
  const target = targetAt(table, header) ?? namesOf(table).get(name);
  if (!target) {
    const type = defaultTagTypes.find((each) => each === name);
    return type === undefined ? null : (targetAt(table, `tag:${type}`) ?? null);
  }
  if (looksSecret(header, values) && !target.secret) return null;
  const isOurs = Object.hasOwn(entityOf[table].csv ?? {}, header);
  if (!isOurs && values.length > 0 && !mostAre(values, (value) => isKnownWord(target, value))) return null;
  return (await isKnown(db, owner, table, target, values)) ? target : null;
}

/** Dates of what has been, not of what expires. */
const past = /\b(?:creat|regist|update|modif|chang|add|start|order|since|seen|last|purchas)/;

/** What values look like, with the paths that take such values. */
const shapes: readonly { paths: readonly string[]; is: (value: string) => boolean }[] = [
  { paths: ['domain'], is: (value) => isDomainName(toAsciiDomain(value)) && !isIpAddress(value) },
  { paths: ['email', 'emailAccount.email', 'registratorAccount.emailAccount.email'], is: isEmail },
  { paths: ['ip', 'server.ip'], is: isIpAddress },
];

async function byValues(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  header: string,
  values: readonly string[],
  taken: ReadonlySet<string>,
): Promise<ColumnTarget | null> {
  if (Object.hasOwn(entityOf[table].csv ?? {}, header) || looksSecret(header, values)) return null;
  const free = targetsOf(table).filter(({ path }) => !taken.has(path));
  for (const { paths, is } of shapes) {
    const target = free.find(({ path }) => paths.includes(path));
    if (target && mostAre(values, is) && (await isKnown(db, owner, table, target, values))) return target;
  }
  const time = free.find(({ column }) => column === 'time');
  const order = orderOf(values);
  const isDate = (value: string) => !/^\d+$/.test(value) && isoDate(value, order) !== null;
  return time && !past.test(columnName(header)) && mostAre(values, isDate) ? time : null;
}

/** What each column becomes, by what its source says, by its name, then by its values. */
export async function guessMapping(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  { columns, targets }: Pick<Table, 'columns' | 'targets'>,
  samples: readonly (readonly string[])[],
): Promise<Record<string, string | null>> {
  const mapping = new Map<string, string | null>();
  const taken = new Set<string>();
  const take = (header: string, target: ColumnTarget | null) => {
    const isTaken = target !== null && taken.has(target.path) && target.field !== 'tags';
    mapping.set(header, target === null || isTaken ? null : target.path);
    if (target) taken.add(target.path);
  };
  const sure = columns.filter((header) => Object.hasOwn(targets, header));
  for (const header of sure) {
    const path = targets[header] ?? null;
    take(header, path === null ? null : (targetAt(table, path) ?? null));
  }
  const others = columns.flatMap((header, at) =>
    Object.hasOwn(targets, header) ? [] : [{ header, values: samples[at] ?? [] }],
  );
  for (const { header, values } of others) take(header, await byName(db, owner, table, header, values));
  for (const { header, values } of others)
    if (mapping.get(header) === null) take(header, await byValues(db, owner, table, header, values, taken));
  // In the order of the file.
  return Object.fromEntries(columns.map((header) => [header, mapping.get(header) ?? null]));
}
