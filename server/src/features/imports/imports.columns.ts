import { isNoValue } from '@quartermaster/contract/imports/blank-words';
import { columnName } from '@quartermaster/contract/imports/column-name';
import { expirySurety } from '@quartermaster/contract/imports/date-headers';
import { isSecretHeader, isSecretText } from '@quartermaster/contract/rules/secret-headers';
import { isDomainName, toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { isEmail, isWebUrl } from '@quartermaster/contract/rules/formats';
import { isIpAddress } from '@quartermaster/contract/rules/ip-address';
import { defaultTagTypes } from '@quartermaster/contract/rules/tags';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { pacedEach, pacedMap } from '../../lib/paced.ts';
import { cellValue, isKnownWord } from '../../records/import/cells.ts';
import { isoDate, orderOf } from '../../records/import/dates.ts';
import { findNamed } from '../../records/import/lookup.ts';
import type { ReferenceQuery } from '../../records/import/reference-query.ts';
import { type ColumnTarget, namesOf, targetAt, targetsOf } from '../../records/import/targets.ts';
import { entityOf, references } from '../../records/kinds/entities.ts';
import type { Table } from '../../sheets/table.ts';

const most = 0.8;
const examined = 500;

/** The columns that may hold secrets, by their names or any of their values. */
export async function secretColumns({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Promise<string[]> {
  const found = new Set(columns.flatMap((header, at) => (isSecretHeader(header) ? [at] : [])));
  await pacedEach(rows, (row) => {
    for (const [at, cell] of row.entries()) if (isSecretText(cell)) found.add(at);
  });
  return columns.filter((_, at) => found.has(at));
}

/** A column with some of its values. */
interface Sample {
  header: string;
  values: readonly string[];
  isSecret: boolean;
}

/** The distinct values of each column, the first few hundred. */
export const samplesOf = ({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Promise<string[][]> =>
  pacedMap(columns.keys(), (column) => valuesOf(rows, column));

function valuesOf(rows: readonly (readonly string[])[], column: number): string[] {
  const values = new Set<string>();
  for (const row of rows) {
    const cell = (row[column] ?? '').trim();
    if (cell !== '' && cell !== '-' && !isNoValue(cell)) values.add(cell);
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
async function byName(db: Db, owner: Owner, table: OwnedTableName, { header, values, isSecret }: Sample) {
  const name = columnName(header);
  const target = targetAt(table, header) ?? namesOf(table).get(name);
  if (!target) {
    const type = defaultTagTypes.find((each) => each === name);
    return type === undefined ? null : (targetAt(table, `tag:${type}`) ?? null);
  }
  if (isSecret && !target.secret) return null;
  const isOurs = Object.hasOwn(entityOf[table].csv ?? {}, header);
  // Other names of dates are compared with each other.
  if (target.column === 'time' && target.path !== header && !isOurs) return null;
  if (!isOurs && values.length > 0 && !mostAre(values, (value) => isKnownWord(target, value))) return null;
  return (await isKnown(db, owner, table, target, values)) ? target : null;
}

/** What values look like, with the paths that take such values. */
const shapes: readonly { paths: readonly string[]; is: (value: string) => boolean; not?: RegExp }[] = [
  {
    paths: ['domain'],
    is: (value) => isDomainName(toAsciiDomain(value)) && !isIpAddress(value),
    not: /\b(?:ns ?\d*|name ?servers?|dns|mx|cname|host|hoster|server|registrar)\b/,
  },
  { paths: ['email', 'emailAccount.email', 'registratorAccount.emailAccount.email'], is: isEmail },
  { paths: ['ip', 'server.ip'], is: isIpAddress },
  { paths: ['loginUrl', 'panelUrl', 'websiteUrl'], is: isWebUrl },
];

/** The columns that may become a target: one is taken, among several a person chooses. */
interface Candidates {
  target: ColumnTarget;
  headers: readonly string[];
  isDecided: boolean;
}

const looksDated = (value: string): boolean => /\d{4}|\d[./\-]\d/.test(value);

/**
 * Which columns of dates may be the one when a record ends. Names decide, then whether the values are dates that we read.
 * A name that says nothing is enough only for the one column of dates, and only of domains, which nearly all have one.
 */
function dateCandidates(table: OwnedTableName, target: ColumnTarget, samples: readonly Sample[]): Candidates {
  const names = namesOf(table);
  const { what } = entityOf[table].expires ?? {};
  const own = what === 'domain' ? undefined : what;
  const dated = samples.flatMap(({ header, values }) => {
    const said = expirySurety(header, own);
    const isNamed = said !== null && said > 0;
    if (own !== undefined && !isNamed) return [];
    const isKnownName = isNamed && names.get(columnName(header)) === target;
    const order = orderOf(values);
    // Other numbers of this length are seldom dates.
    const isDate = (value: string) => (isNamed || !/^\d+$/.test(value)) && isoDate(value, order) !== null;
    const areDates = mostAre(values, isDate);
    if (!areDates && !isKnownName && !(isNamed && mostAre(values, looksDated))) return [];
    return [{ header, surety: said === null ? null : said + (areDates ? 0.5 : 0) }];
  });
  const best = Math.max(0, ...dated.map(({ surety }) => surety ?? 0));
  const headers = dated.filter(({ surety }) => surety === best).map(({ header }) => header);
  return { target, headers, isDecided: headers.length === 1 && (best >= 1 || dated.length === 1) };
}

/** What columns may become by what their values look like. */
async function byValues(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  samples: readonly Sample[],
  taken: ReadonlySet<string>,
): Promise<Candidates[]> {
  const open = samples.filter(
    ({ header, isSecret }) => !isSecret && !Object.hasOwn(entityOf[table].csv ?? {}, header),
  );
  const free = targetsOf(table).filter(({ path }) => !taken.has(path));
  const all: Candidates[] = [];
  for (const { paths, is, not } of shapes) {
    const target = free.find(({ path }) => paths.includes(path));
    if (!target) continue;
    const headers: string[] = [];
    for (const { header, values } of open) {
      const isSo = mostAre(values, is) && not?.test(columnName(header)) !== true;
      if (isSo && (await isKnown(db, owner, table, target, values))) headers.push(header);
    }
    all.push({ target, headers, isDecided: headers.length === 1 });
  }
  const time = free.find(({ column }) => column === 'time');
  if (time) all.push(dateCandidates(table, time, open));
  return all;
}

/** What columns become, and, by header, what those may become among which a person has to choose. */
export interface Guess {
  mapping: Record<string, string | null>;
  undecided: Record<string, string>;
}

/** What each column becomes, by what its source says, by its name, then by its values. */
export async function guessMapping(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  { columns, targets }: Pick<Table, 'columns' | 'targets'>,
  samples: readonly (readonly string[])[],
  secret: readonly string[],
): Promise<Guess> {
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
    Object.hasOwn(targets, header)
      ? []
      : [{ header, values: samples[at] ?? [], isSecret: secret.includes(header) }],
  );
  for (const sample of others) take(sample.header, await byName(db, owner, table, sample));
  const rest = others.filter(({ header }) => mapping.get(header) === null);
  const undecided = new Map<string, string>();
  for (const { target, headers, isDecided } of await byValues(db, owner, table, rest, taken))
    for (const header of headers)
      if (isDecided) take(header, target);
      else undecided.set(header, target.path);
  return {
    // In the order of the file.
    mapping: Object.fromEntries(columns.map((header) => [header, mapping.get(header) ?? null])),
    undecided: Object.fromEntries(undecided),
  };
}
