import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { type JsonObject, isJsonObject } from './json-values.ts';
import { SourceError, type Table, distinct, expectSize, isBlank } from './table.ts';

/** Deeper fields are a cell as they are. */
const deepest = 8;
const nestedAtMost = 100;

const isRecords = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isJsonObject);

/** Throws if brackets are nested deeper than any list of records: what walks the value would run out of stack. */
function expectFlat(text: string): void {
  let [depth, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > nestedAtMost)
      throw new SourceError(`This JSON is nested more than ${nestedAtMost} levels deep`);
  }
}

export function parseJson(text: string): unknown {
  expectFlat(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError('This file is not valid JSON');
  }
}

/** Every list of objects in an object, by its path, but none inside another. */
function listsIn(value: unknown, path: string, depth = 0): { path: string; records: JsonObject[] }[] {
  if (isRecords(value)) return [{ path, records: value }];
  if (!isJsonObject(value) || depth > deepest) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    listsIn(child, path === '' ? key : `${path}.${key}`, depth + 1),
  );
}

/** A list of texts is one cell; a list of tags is written as our exports write it. */
function listText(list: readonly unknown[]): string {
  if (list.every((each) => !isJsonObject(each) && !Array.isArray(each)))
    return list.map(scalarText).join('; ');
  const tags = list.map((each) =>
    isJsonObject(each) && typeof each['type'] === 'string' && typeof each['value'] === 'string'
      ? `${each['type']}:${each['value']}`
      : null,
  );
  return tags.includes(null) ? JSON.stringify(list) : tags.join('; ');
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The cells of a record by path. */
function flat(record: JsonObject, whole: readonly string[], cells = new Map<string, string>(), path = '') {
  for (const [key, value] of Object.entries(record)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (whole.includes(name) && typeof value === 'object' && value !== null)
      cells.set(name, Array.isArray(value) ? listText(value) : JSON.stringify(value));
    else if (Array.isArray(value)) cells.set(name, listText(value));
    else if (!isJsonObject(value)) cells.set(name, scalarText(value));
    else if (name.split('.').length > deepest) cells.set(name, JSON.stringify(value));
    else flat(value, whole, cells, name);
  }
  return cells;
}

/** The table of a list of records: a column for each path. */
export function tableOfRecords(
  records: readonly JsonObject[],
  whole: readonly string[],
): Pick<Table, 'columns' | 'rows' | 'lines'> {
  const flattened = records.map((record) => flat(record, whole));
  const paths = new Set(flattened.flatMap((cells) => [...cells.keys()]));
  expectSize(paths.size, 0);
  const rows = flattened.map((cells) => [...paths].map((path) => cells.get(path) ?? ''));
  const filled = rows.flatMap((row, at) => (isBlank(row) ? [] : [{ row, line: at + 1 }]));
  return {
    columns: distinct([...paths].map((path, at) => path.trim() || `Column ${at + 1}`)),
    rows: filled.map(({ row }) => row),
    lines: filled.map(({ line }) => line),
  };
}

/** A list of objects, or of names; of several in an object the one asked for, or the longest. */
export function readJson(
  value: unknown,
  whole: readonly string[],
  asked?: string,
): Pick<Table, 'columns' | 'rows'> & Partial<Pick<Table, 'lines' | 'sheets' | 'sheet'>> {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return { columns: ['Column 1'], rows: value.map((name) => [name]) };
  const lists = listsIn(value, '');
  const [longest] = lists.toSorted((one, other) => other.records.length - one.records.length);
  if (!longest) throw new SourceError('This JSON holds no list of objects');
  const list = asked === undefined ? longest : lists.find(({ path }) => path === asked);
  if (!list) throw new SourceError(`There is no list ${asked}`);
  const table = tableOfRecords(list.records, whole);
  if (lists.length === 1) return table;
  const sheets = lists.map(({ path }) => path);
  const long = sheets.find(({ length }) => length > limits.name);
  if (long !== undefined)
    throw new SourceError(`The name of a list has more than ${limits.name} characters: ${long}`);
  if (sheets.length > serverLimits.importSheets)
    throw new SourceError(`This JSON holds more than ${serverLimits.importSheets} lists`);
  return { ...table, sheets, sheet: list.path };
}
