import type { Entity } from '@quartermaster/contract/api/entity';

type Body = Record<string, unknown>;

/** What the conformance suites need to know about an entity. */
export interface Fixture {
  crud: Entity;
  /** Required references by field, each with its target's area. */
  needs: Record<string, string>;
  /** Optional references. */
  may: Record<string, string>;
  /** The n-th valid body, without references but with every optional field; unique fields differ by n. */
  valid: (n: number) => Body;
  /** A partial update whose values differ from `valid`. */
  change: Body;
  /** Fields that null and '' clear. */
  clearable: string[];
  /** Invalid bodies: how each differs from a valid one, and the message for each field. */
  invalid: {
    body: Body;
    fields: Record<string, string>;
    /** For rules that an update does not apply to fields it leaves out. */
    createOnly?: true;
  }[];
  /** Dotted paths of secrets in `valid`; tests put canaries there. */
  secrets: string[];
  /** The paths among them that every member may read: credentials whose type is not secret. */
  answered?: string[];
  /** The key of the list in a bulk import, if the area has one. */
  bulkKey?: string;
  /** A word that makes the list's search find `valid(n)`. */
  searchWord: (n: number) => string;
}
