import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { OwnedTableName } from '../../db/schema.ts';
import { references } from '../kinds/entities.ts';
import { identityOf } from './targets.ts';

/** Errors of a record at a path, by paths from the row. A reference that nothing names lacks the record's identity. */
export function errorsAt(
  at: string,
  table: OwnedTableName,
  errors: FieldErrors,
  known: FieldErrors = {},
): FieldErrors {
  const placed: FieldErrors = {};
  for (const [field, message] of Object.entries(errors)) {
    const reference = references.find(({ from, column }) => from === table && column === field);
    if (!reference) placed[field === '' ? at : `${at}.${field}`] = message;
    else {
      const path = `${at}.${reference.shown}`;
      const isSaid = Object.keys(known).some((key) => key === path || key.startsWith(`${path}.`));
      if (!isSaid) placed[`${path}.${identityOf(reference.to)[0] ?? ''}`] = message;
    }
  }
  return placed;
}
