import { type Area } from '@quartermaster/contract/api/areas';
import { type Entity, shownName } from '@quartermaster/contract/api/entity';
import { isReference } from '@quartermaster/contract/api/fields';
import { areaOf } from '@quartermaster/contract/api/kind';
import { entities } from '@quartermaster/contract/entities/all';
import type { OwnedTableName } from '../../db/schema.ts';
import { dates } from './date-element.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field that holds the id of another entity's record. */
export interface Reference {
  from: OwnedTableName;
  column: string;
  /** The column with the target's owner, which may be the global one. */
  ownerColumn: string;
  to: OwnedTableName;
  /** A required target can't be deleted; otherwise deleting it clears the column. */
  required: boolean;
  label: string;
  /** The key of the target in an answer. */
  shown: string;
}

const all = Object.values<Entity>(entities as never);

/** As it is stored: with the dates on its records, which have endpoints of their own. */
const stored = (entity: Entity): Entity => ({
  ...entity,
  fields: { ...entity.fields, dates },
  fieldLabels: { ...entity.fieldLabels, dates: 'Dates' },
});

/** Every entity by its table, each after those that it refers to. */
export const entityOf = Object.fromEntries(all.map((entity) => [entity.table, stored(entity)])) as Record<
  OwnedTableName,
  Entity
>;
export const ownedTables = Object.keys(entityOf) as OwnedTableName[];

export const areaOfTable = (table: OwnedTableName): Area => areaOf(entityOf[table]) as Area;
/** The table of each area's records. */
export const tableOfArea = Object.fromEntries(
  ownedTables.map((table) => [areaOfTable(table), table]),
) as Record<Area, OwnedTableName>;

/** Every reference between records. */
export const references: readonly Reference[] = ownedTables.flatMap((from) =>
  Object.entries(entityOf[from].fields).flatMap(([column, field]) => {
    if (!isReference(field)) return [];
    const { to, label } = field;
    const shown = shownName(column);
    return [
      {
        from,
        column,
        ownerColumn: to.global ? `${shown}OwnerId` : 'ownerId',
        to: to.table as OwnedTableName,
        required: !field.nullable,
        label,
        shown,
      },
    ];
  }),
);

export function referenceAt(table: OwnedTableName, shown: string): Reference {
  const found = references.find((each) => each.from === table && each.shown === shown);
  if (!found) throw new Error(`${table} refers to nothing as ${shown}`);
  return found;
}

/** What a field's value is compared by. */
export const keyOf = (table: OwnedTableName, field: string, value: unknown): unknown =>
  entityOf[table].fields[field]?.caseless?.(String(value)) ?? value;

/** The column to compare and sort a field by. */
export const keyColumn = (table: OwnedTableName, field: string): string =>
  entityOf[table].fields[field]?.caseless ? `${field}Key` : field;

/** The keys of a record's texts, by column. An unchanged text keeps its key, which may be of an earlier version. */
export const caselessKeys = (table: OwnedTableName, record: Fields, before?: Fields): Fields =>
  Object.fromEntries(
    Object.keys(entityOf[table].fields)
      .filter((field) => keyColumn(table, field) !== field && before?.[field] !== record[field])
      .map((field) => [keyColumn(table, field), keyOf(table, field, record[field])]),
  );
