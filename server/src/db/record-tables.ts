import type { Caseless, Field, Marked } from '@quartermaster/contract/api/fields';
import type { entities } from '@quartermaster/contract/entities/all';
import type { Generated } from 'kysely';
import type { z } from 'zod';

/** Columns have the names of the fields. Times are milliseconds, money hundredths, flags 0 or 1, lists and maps JSON. */
export type Flag = 0 | 1;

interface OwnedRow {
  ownerId: string;
  id: string;
  createdAt: number;
  updatedAt: number;
  /** The record's visible texts, folded, for search. */
  searchText: string;
  /** The dates on the record, as JSON: `DateElement[]`. */
  dates: Generated<string>;
}

interface Stored {
  text: string;
  integer: number;
  money: number;
  flag: Flag;
  time: number;
  json: string;
  secret: string;
  secrets: string;
  sealed: string;
}
type StoredField<F> =
  F extends Field<z.ZodType, z.ZodType, infer C, infer N>
    ? Stored[C] | (N extends true ? null : never)
    : never;
type KeyName<K, F> = F extends Caseless ? `${K & string}Key` : never;
/** Texts are sorted and searched by keys, where `textKeys` says so. */
type TextKeyName<K, F> =
  F extends Field<z.ZodType, z.ZodType, 'text'> ? `${K & string}Sort` | `${K & string}Folded` : never;
type NamesName<K, F> = F extends { column: 'secrets' } ? `${K & string}Names` : never;
type MarkName<F> = F extends Marked<infer M> ? M : never;
type OwnerName<K, F> = F extends { to: { global: true } }
  ? K extends `${infer N}Id`
    ? `${N}OwnerId`
    : never
  : never;

/** The row of an entity, derived from its fields: see `Column` for how each is stored. */
type RowOf<E extends { fields: object }> = OwnedRow & {
  [K in keyof E['fields']]: StoredField<E['fields'][K]>;
} & {
  [K in keyof E['fields'] as KeyName<K, E['fields'][K]>]: string;
} & {
  [K in keyof E['fields'] as TextKeyName<K, E['fields'][K]>]: string | null;
} & {
  [K in keyof E['fields'] as NamesName<K, E['fields'][K]>]: string | null;
} & { [K in keyof E['fields'] as MarkName<E['fields'][K]>]: Flag } & {
  [K in keyof E['fields'] as OwnerName<K, E['fields'][K]>]: string;
};

/** The maker of a record, for kinds with global records, where it may be null. */
type MakerOf<E> = E extends { global: true } ? { userId: string | null } : unknown;

type Entities = typeof entities;
/** The tables whose rows belong to a workspace. */
export type OwnedTables = {
  [N in keyof Entities as Entities[N]['table']]: RowOf<Entities[N]> & MakerOf<Entities[N]>;
};
export type OwnedTableName = keyof OwnedTables;

/** Records and what belongs to them. */
export interface RecordTables extends OwnedTables {
  /** The tags that a workspace's records have or had. */
  tags: { ownerId: string; id: number; tableName: string; type: string; value: string };
  record_tags: { ownerId: string; tagId: number; recordId: string };
  /** Numbers that make up an owner's revision. */
  stamps: { ownerId: string; stamp: number };
  /** The dates on records, for lists. */
  dates: {
    ownerId: string;
    id: string;
    area: string;
    recordId: string;
    what: string;
    /** Midnight of the day, UTC. */
    date: number;
    label: string | null;
    /** As search compares it. */
    labelFolded: string | null;
    autoRenew: string;
    price: number | null;
    currency: string | null;
    payer: string | null;
    createdAt: number;
    updatedAt: number;
  };
}
