import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';

/** How a row names a record of another table: by its id or whole name, or by values at paths into it. */
export interface ReferenceQuery {
  whole: string;
  parts: Readonly<Record<string, string>>;
}

export interface ReferencedRecord {
  id: string;
  ownerId: string;
}

export const askedKey = ({ whole, parts }: ReferenceQuery): string => JSON.stringify([whole, parts]);

/** Finds the visible records that rows name, by `askedKey`. */
export type FindNamed = (
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  asked: readonly ReferenceQuery[],
) => Promise<ReadonlyMap<string, readonly ReferencedRecord[]>>;
