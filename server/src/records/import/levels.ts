import { intervalIn } from '@quartermaster/contract/imports/interval-words';
import type { DateOrder } from '@quartermaster/contract/imports/imports.options';
import type { Interval } from '@quartermaster/contract/rules/renewal';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import type { OwnedTableName } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';
import type { RecordTable } from '../list/record-table.ts';
import { cellValue, isBlank, tagsOf } from './cells.ts';
import type { ReferenceQuery } from './reference-query.ts';
import type { TagSpelling } from './tag-spellings.ts';
import { type ColumnTarget, identityOf, targetAt } from './targets.ts';

export interface Column {
  header: string;
  target: ColumnTarget | null;
  /** The order of days and months, in a column of dates. */
  order: DateOrder | 'unknown' | null;
}

export interface CellOptions {
  existing: 'update' | 'skip' | 'error';
  duplicates: 'first' | 'last' | 'error';
  tags: 'add' | 'replace';
  /** Whether a row goes without a cell that can't be read. */
  badCells: 'drop' | 'error';
  /** Whether comments that hold a secret go to the secure note. */
  secretComments: 'keep' | 'seal';
  references: string | Readonly<Record<string, string | null>>;
  values: Readonly<Record<string, string | number | boolean | null>>;
}

/** The record that a person has picked before for a name that no record has. */
export type Picked = (table: OwnedTableName, name: string) => string | null;

/** A file's rows, and what becomes of its columns. */
export interface CellRows {
  table: RecordTable;
  tableOf: (name: OwnedTableName) => RecordTable;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** Where each row stands in its file, as messages name it. */
  lines: readonly number[];
  /** Why some rows are not imported, by their index. */
  skipped: Readonly<Record<number, string>>;
  /** What is wrong with some rows however their cells are understood, by their index. */
  errors: Readonly<Record<number, readonly { column: string; message: string }[]>>;
  options: CellOptions;
  picked?: Picked;
}

/** Where the values of a target come from: a column of the file, a value for all rows, or the first before the second. */
interface Source {
  target: ColumnTarget;
  column: number | null;
  value: string | null;
}

/** What a row says of a target. */
export interface TargetValue {
  target: ColumnTarget;
  text: string;
  /** Whether it is the value for all rows. */
  isGiven: boolean;
}

/** Reads the rows of a file by target. */
export class Levels {
  readonly #input: CellRows;
  readonly #sources: readonly Source[];
  readonly #sourcesAt = new Map<string, readonly Source[]>();
  readonly #named = new Map<string, readonly { source: Source; path: string }[]>();
  readonly #orders: ReadonlyMap<ColumnTarget, Column['order']>;
  readonly #intervals: ReadonlyMap<ColumnTarget, Interval | null>;
  /** The columns of a row that say what its record is already, by the row's index. */
  readonly #kept = new Map<number, ReadonlySet<number>>();
  /** How its tags are written. */
  tagSpelling: TagSpelling = (tag) => tag;

  constructor(input: CellRows) {
    this.#input = input;
    const { columns, options, table } = input;
    const valueOf = (path: string): string | null => {
      const value = Object.hasOwn(options.values, path) ? options.values[path] : null;
      return value === null || value === undefined ? null : String(value);
    };
    const ofColumns = columns.flatMap(({ target }, column) =>
      target ? [{ target, column, value: valueOf(target.path) }] : [],
    );
    const mapped = new Set(ofColumns.map(({ target }) => target.path));
    const given = Object.keys(options.values).flatMap((path) => {
      const target = mapped.has(path) ? undefined : targetAt(table.name, path);
      return target ? [{ target, column: null, value: valueOf(path) }] : [];
    });
    this.#sources = [...ofColumns, ...given];
    this.#orders = new Map(columns.flatMap(({ target, order }) => (target ? [[target, order]] : [])));
    this.#intervals = new Map(
      columns.flatMap(({ target, header }) =>
        target?.field === 'price' ? [[target, intervalIn(header)]] : [],
      ),
    );
  }

  /** Whether comments that hold a secret go to the secure note. */
  get isSealing(): boolean {
    return this.#input.options.secretComments === 'seal';
  }

  /** Ignores these columns of a row from now on: they hold what the record holds. */
  keep(row: number, columns: ReadonlySet<number>): void {
    this.#kept.set(row, columns);
  }

  #said(row: number, { target, column, value }: Source): TargetValue | null {
    const text = column === null ? '' : (this.#input.rows[row]?.[column] ?? '');
    if (column !== null && this.#kept.get(row)?.has(column) === true) return null;
    if (!isBlank(target, text)) return { target, text, isGiven: false };
    return value === null || isBlank(target, value) ? null : { target, text: value, isGiven: true };
  }

  /** What a row says of the record at a path: '' is its own. */
  at(row: number, at: string): TargetValue[] {
    const sources = this.#sourcesAt.get(at) ?? this.#sources.filter(({ target }) => target.at === at);
    this.#sourcesAt.set(at, sources);
    return sources.flatMap((source) => this.#said(row, source) ?? []);
  }

  /** The order of dates in the column of a target. */
  order(target: ColumnTarget): Column['order'] {
    return this.#orders.get(target) ?? null;
  }

  /** How often the prices in the column of a target are paid, by its heading. */
  interval(target: ColumnTarget): Interval | null {
    return this.#intervals.get(target) ?? null;
  }

  valueOf({ target, text }: TargetValue): ReturnType<typeof cellValue> {
    return cellValue(target, text, this.order(target));
  }

  /** The tags that rows say, as they are written there. */
  *tagsOf(rows: readonly number[]): Generator<Tag> {
    for (const row of rows)
      for (const said of this.at(row, ''))
        if (said.target.field === 'tags') yield* tagsOf(this.valueOf(said));
  }

  /** The sources by which rows name the record at a path, with the paths from there; '' is its whole name. */
  #namesAt(at: string, table: OwnedTableName): readonly { source: Source; path: string }[] {
    const known = this.#named.get(at);
    if (known) return known;
    const identity = identityOf(table);
    const names = this.#sources.flatMap((source) => {
      const { target } = source;
      if (target.path === `${at}Id`) return [{ source, path: '' }];
      if (!target.path.startsWith(`${at}.`) || target.secret || target.element !== null) return [];
      const path = target.path.slice(at.length + 1);
      const isOwn = target.at === at && (target.column === 'text' || target.column === 'integer');
      return isOwn || identity.includes(path) ? [{ source, path }] : [];
    });
    this.#named.set(at, names);
    return names;
  }

  /** Whether a cell of a row names the record at a path, not a value for all rows alone. */
  isNamedByCell(row: number, at: string, table: OwnedTableName): boolean {
    return this.#namesAt(at, table).some(({ source }) => this.#said(row, source)?.isGiven === false);
  }

  /** How a row names the record at a path; null: it does not; 'cleared': it asks for none. */
  asked(row: number, at: string, table: OwnedTableName): ReferenceQuery | 'cleared' | null {
    const parts: Record<string, string> = {};
    let whole = '';
    let isNamed = false;
    for (const { source, path } of this.#namesAt(at, table)) {
      const said = this.#said(row, source);
      if (!said) continue;
      const value = this.valueOf(said);
      if (!('value' in value)) continue;
      if (value.value === null) return 'cleared';
      isNamed = true;
      if (path === '') whole = said.text.trim();
      else parts[path] = (typeof value.value === 'string' ? value.value : said.text).trim();
    }
    return isNamed ? { whole, parts } : null;
  }
}

/** The name of what a row asks for, as others would show the record. */
export function nameOfAsked(table: OwnedTableName, { whole, parts }: ReferenceQuery): string {
  if (whole !== '') return whole;
  const record: Record<string, unknown> = { id: '' };
  for (const [path, value] of Object.entries(parts)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let place = record;
    for (const key of keys) place = (place[key] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  const { name, detail } = recordNameOf(entityOf[table], record as { id: string });
  const shown = [name, detail ?? ''].filter((text) => !/^(?:|:0|:NaN)$/.test(text));
  const [first = Object.values(parts).join(', '), second] = shown;
  return second === undefined ? first : `${first} (${second})`;
}
