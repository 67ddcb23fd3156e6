import type { Entity } from '@quartermaster/contract/api/entity';

type Body = Record<string, unknown>;

/** What the conformance suite needs to know about an entity. */
export interface Fixture {
  crud: Entity;
  /** Required references, each with the area of its target. */
  needs: Record<string, string>;
  /** Optional references. */
  may: Record<string, string>;
  /** The n-th valid body without its references, with every optional field; unique fields differ by n. */
  valid: (n: number) => Body;
  /** A partial update with other values than `valid`. */
  change: Body;
  /** Fields that null and '' clear. */
  clearable: string[];
  /** Invalid bodies: what each changes of a valid one, and the message of each field. */
  invalid: {
    body: Body;
    fields: Record<string, string>;
    /** An update leaves what it does not name. */
    createOnly?: true;
  }[];
  /** Dotted paths of secrets in `valid`; tests put canaries there. */
  secrets: string[];
  /** Those of them that are answered to everybody: credentials of a type that is no secret. */
  answered?: string[];
  /** The key of the list in a bulk import, if the area has one. */
  bulkKey?: string;
  /** A word by which the list's search finds `valid(n)`. */
  searchWord: (n: number) => string;
}
