import { type Credentials } from '@quartermaster/contract/catalog/credential-field';
import { filledCredentials } from '@quartermaster/contract/rules/credentials';
import type { OwnedTableName } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';

/** The columns of sealed credentials. Beside each, another column holds the names of those that are set, in clear. */
export const credentialColumns = (table: OwnedTableName): string[] =>
  Object.entries(entityOf[table].fields).flatMap(([name, { column }]) =>
    column === 'secrets' ? [name] : [],
  );

export const namesColumn = (field: string): string => `${field}Names`;

/** The content of that column: a JSON list. */
export const namesOfCredentials = (values: Credentials | null | undefined): string =>
  JSON.stringify(Object.keys(filledCredentials(values)).sort());
