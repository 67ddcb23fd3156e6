import type { Entity } from '@quartermaster/contract/api/entity';

type Body = Record<string, unknown>;

/** What the conformance suite needs to know of one kind of record. */
export interface Fixture {
  crud: Entity;
  /** References that a record must have, each to the area below which its target is created. */
  needs: Record<string, string>;
  /** References that it may have. */
  may: Record<string, string>;
  /** The n-th valid body without its references: other numbers, other unique fields. Holds every optional field. */
  valid: (n: number) => Body;
  /** A partial update that changes what it names to something else. */
  change: Body;
  /** Fields that null and '' clear. */
  clearable: string[];
  /** Bodies that are refused: what each changes of a valid one, and the message of each field. */
  invalid: { body: Body; fields: Record<string, string> }[];
  /** What in `valid` (dotted path) is secret; tests put canaries there. */
  secrets: string[];
  /** The key of the list in a bulk import, where the area has one. */
  bulkKey?: string;
  /** A word that `valid(n)` shows in the list's search. */
  searchWord: (n: number) => string;
}
