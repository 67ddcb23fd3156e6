import type { Entity } from '@quartermaster/contract/api/entity';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type OwnedTableName, globalOwner } from '../db/schema.ts';
import { type Codec, parsed } from './codec.ts';
import { type Reference, entityOf, referenceAt, references } from './entities.ts';
import type { Condition } from './list/conditions.ts';
import type { Owner } from '../access/owner.ts';
import { inScope, isScoped, tagsInScope } from '../access/scope.ts';
import { withoutSecrets } from './omitted.ts';
import { opened } from './opened.ts';

/** The columns that a statement selects for a record, and below it for each record that it refers to. */
export interface Shown {
  table: OwnedTableName;
  /** The table's name for the record itself, the path for a record that it refers to. */
  alias: string;
  /** Joins this table to the one that refers to it. */
  join: RawBuilder<unknown> | null;
  columns: readonly { field: string; as: string; codec: Codec }[];
  /** Selects the columns. One text, since to compile dozens of names anew cost a fifth of a page of 20. */
  selected: RawBuilder<unknown>;
  children: readonly (readonly [name: string, shown: Shown])[];
}

type Decoded = Record<string, unknown>;

const identity = { id: 'text', createdAt: 'time', updatedAt: 'time' } as const;

/** The object schema inside a nullable one. */
const objectIn = (schema: z.ZodType): z.ZodObject =>
  (schema instanceof z.ZodNullable ? schema.unwrap() : schema) as z.ZodObject;

export const joinOf = ({ to, column, ownerColumn }: Reference, parent: string, alias: string) =>
  sql.raw(`left join "${to}" as "${alias}"
    on "${alias}"."ownerId" = "${parent}"."${ownerColumn}" and "${alias}"."id" = "${parent}"."${column}"`);

/** The columns that an answer's schema needs. Keys that are neither field nor reference are left to `derivedOf`. */
export function shownBy(
  table: OwnedTableName,
  schema: z.ZodType,
  alias: string = table,
  join: RawBuilder<unknown> | null = null,
): Shown {
  const { fields } = entityOf[table];
  const columns: Shown['columns'][number][] = [];
  const children: [string, Shown][] = [];
  const at = (name: string) => (join ? `${alias}_${name}` : name);
  for (const [name, inner] of Object.entries(objectIn(schema).shape)) {
    const codec = fields[name]?.column ?? identity[name as keyof typeof identity];
    if (codec !== undefined) columns.push({ field: name, as: `${alias}.${name}`, codec });
    else if (references.some(({ from, shown }) => from === table && shown === name))
      children.push([
        name,
        shownBy(
          referenceAt(table, name).to,
          inner as z.ZodType,
          at(name),
          joinOf(referenceAt(table, name), alias, at(name)),
        ),
      ]);
  }
  const selected = columns.map(({ field, as }) => `"${alias}"."${field}" as "${as}"`);
  return { table, alias, join, columns, selected: sql.raw(selected.join()), children };
}

const parts = (shown: Shown): Shown[] => [shown, ...shown.children.flatMap(([, child]) => parts(child))];

export const joinsOf = (shown: Shown): RawBuilder<unknown> =>
  sql.join(
    parts(shown).flatMap(({ join }) => join ?? []),
    sql` `,
  );

const scopedAs = (alias: string): string => `${alias}.scopedBy`;
const and = (condition: Condition | null) => (condition ? sql`and ${condition}` : sql``);

/** The select list for the table and its joins, with the counts of referring records that the entity answers. */
export function columnsOf(owner: Owner, shown: Shown): RawBuilder<unknown> {
  const counts = (entityOf[shown.table].counts ?? []).map((table) => {
    const column = references.find(({ from, to }) => from === table && to === shown.table)?.column ?? '';
    return sql`(select count(*) from ${sql.table(table)} as referring
      where referring."ownerId" = ${sql.ref(`${shown.alias}.ownerId`)} ${and(inScope(table as OwnedTableName, owner, 'referring'))}
      and ${sql.ref(`referring.${column}`)} = ${sql.ref(`${shown.alias}.id`)}) as ${sql.id(`_count.${table}`)}`;
  });
  const scopes = parts(shown)
    .filter(({ table, join }) => join && isScoped(table, owner))
    .map(({ alias }) => sql`${sql.ref(`${alias}.tags`)} as ${sql.id(scopedAs(alias))}`);
  const maker = entityOf[shown.table].global ? [sql`${sql.ref(`${shown.alias}.userId`)} as "userId"`] : [];
  return sql.join([
    sql`${sql.ref(`${shown.alias}.ownerId`)} as "ownerId"`,
    ...maker,
    ...parts(shown).map(({ selected }) => selected),
    ...counts,
    ...scopes,
  ]);
}

/** Whether a record that refers to one outside the owner's scope shows this of it: its id and what names it. */
function isNaming(table: OwnedTableName, field: string): boolean {
  const { name } = entityOf[table];
  return field === 'id' || (typeof name === 'string' && name.split('.')[0] === field);
}

/** Builds the record from a row that `columnsOf` selected; null for an empty reference. */
export function recordOf(owner: Owner, shown: Shown, row: Decoded): Decoded | null {
  const { table, alias, columns, children } = shown;
  const id = row[`${alias}.id`] as string | null;
  if (id === null) return null;
  const record: Decoded = {};
  const tags = row[scopedAs(alias)];
  const isHidden = typeof tags === 'string' && !tagsInScope(owner, parsed(tags));
  const isOpened = (codec: Codec) => owner.secrets || codec !== 'secret';
  for (const { field, as, codec } of columns)
    if (isHidden && !isNaming(table, field)) record[field] = null;
    else record[field] = isOpened(codec) ? opened(owner.sealer, table, id, field, codec, row[as]) : row[as];
  for (const [name, child] of children)
    record[name] = isHidden && !isNaming(table, name) ? null : recordOf(owner, child, row);
  // What it refers to is shown by parts that are no secrets.
  return owner.secrets || shown.join ? record : withoutSecrets(entityOf[table], record);
}

/** The keys of the entity's answer that are neither fields nor references. */
export function derivedOf(entity: Entity, row: Decoded): Decoded {
  return {
    ...(entity.global && { userId: row['ownerId'] === globalOwner ? null : row['userId'] }),
    ...(entity.counts && {
      _count: Object.fromEntries(entity.counts.map((table) => [table, row[`_count.${table}`]])),
    }),
  };
}
