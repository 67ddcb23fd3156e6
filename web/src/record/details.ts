import type { Area } from '@quartermaster/contract/api/areas';
import type { CredentialFields } from '@quartermaster/contract/catalog/credential-field';
import type { WithoutSecrets } from '@quartermaster/contract/rules/secrets';
import type { Tag } from '@quartermaster/contract/rules/tags';
import type { ReactNode } from 'react';
import type { Entity, Versioned } from '../records/entity.ts';

export interface StoredRecord extends Versioned, WithoutSecrets {
  createdAt: string;
  tags?: readonly Tag[];
  [field: string]: unknown;
}

/** What is special to a kind on the page of its records. */
export interface Details<T = never> {
  /** The badge beside the name, if it is not the stored status. */
  status?: (record: T) => ReactNode;
  /** The question before deleting a record. */
  question?: (record: T) => string;
  /** Whether a record can't be changed or deleted here. */
  isLocked?: (record: T) => boolean;
  /** What fields show in place of their text; null leaves the field out. */
  fields?: Readonly<Record<string, ((record: T) => ReactNode) | null>>;
  /** The labels and types of the API credentials. */
  credentials?: (record: T) => CredentialFields | null;
  /** How its users sign in, shown above the fields. */
  logins?: (record: T) => ReactNode;
  /** Shown below the fields. */
  more?: (record: T) => ReactNode;
}

/** A record that is shown, with what is known of its kind. */
export interface Subject {
  area: Area;
  entity: Entity<StoredRecord>;
  record: StoredRecord;
  details: Details;
}
