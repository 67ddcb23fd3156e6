import { etagOf } from '@quartermaster/contract/api/etag';
import type { StoredRow } from '../../records/kinds/row.ts';
import { iso } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';

/** Throws PRECONDITION_FAILED if the header names versions and none is this row's. */
export function expectVersion(
  ifMatch: string | undefined,
  noun: string,
  { updatedAt }: Pick<StoredRow, 'updatedAt'>,
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const current = etagOf({ updatedAt: iso(updatedAt) });
  // A weak tag (W/"…") never matches: it does not guarantee an identical record.
  const tags: string[] = ifMatch.match(/(W\/)?"[^"]*"/g) ?? [];
  if (!tags.includes(current))
    throw new AppError(
      'PRECONDITION_FAILED',
      `This ${noun} was changed by someone else meanwhile; load it again`,
    );
}
