import type { AnyKind } from '@quartermaster/contract/api/client';
import type { Endpoint } from '@quartermaster/contract/api/endpoint';
import { fieldLabel, inTitle } from '@quartermaster/contract/rules/field-label';
import type { Fields } from '@quartermaster/contract/api/fields';

export interface Identified {
  id: string;
}

/** `updatedAt` is the version that a change or deletion refers to. */
export interface Versioned extends Identified {
  updatedAt: string;
}

/** An entity's facts and routes, with the type of its records. */
export type Entity<T extends Identified = Identified> = AnyKind<T>;

/** An entity with the fields and schemas of its form. */
export type FormEntity<T extends Identified> = Entity<T> & {
  fields: Fields;
  create: Endpoint;
  update: Endpoint;
};

/** A field's label as headings and most forms write it: 'Email Account'. */
export const fieldHeading = ({ fieldLabels }: Pick<Entity, 'fieldLabels'>, path: string): string =>
  inTitle(fieldLabel(fieldLabels, path));

/** 'email account' becomes 'Email account'. */
export const capital = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** A record in an answer whose references and counts may be missing, over which no row may fail. */
export type WithGaps<T> = {
  [K in keyof T]: T[K] extends Identified | null
    ? WithGaps<T[K]> | null
    : K extends '_count'
      ? Partial<T[K]>
      : T[K];
};

const blanks: Record<string, unknown> = {
  tags: [],
  users: [],
  secretFields: [],
  apiCredentials: {},
  apiFields: {},
  _count: {},
};

/** Fills in lists and maps that a row or what it refers to lacks, so that every cell can rely on them. */
export function withoutGaps<T extends Identified>(row: T): T {
  // A row without `secretFields` has its secrets in it.
  const { secretFields: _, ...expected } = blanks;
  const filled: Record<string, unknown> = { ...expected, ...row };
  for (const [name, value] of Object.entries(filled))
    if (value === null) filled[name] = blanks[name] ?? null;
    else if (typeof value === 'object' && 'id' in value) filled[name] = withoutGaps(value as Identified);
  return filled as T;
}
