import { client } from '@quartermaster/contract/api/client';
import { type WithoutSecrets, isSet } from '@quartermaster/contract/rules/secrets';
import { request } from '../api/request.ts';
import { mayNow } from '../api/rights.ts';
import type { Secret } from '../ui/secret-cell.tsx';

/** Kinds whose records hold secrets. */
type Kind = {
  [K in keyof typeof client]: (typeof client)[K] extends { reveal: object } ? (typeof client)[K] : never;
}[keyof typeof client];

/** Reveals one secret of a record, by its path; the server logs it. */
export async function reveal(
  { reveal: route }: Pick<Kind, 'reveal'>,
  id: string,
  field: string,
  via: 'reveal' | 'copy',
): Promise<string> {
  return (await request(route, { params: { id }, body: { field, via } })).value;
}

/** A secret of a record for a list: a function that reveals it for copying, or just that it is set. */
export function secretAt(
  kind: Pick<Kind, 'reveal'>,
  record: { id: string } & WithoutSecrets,
  field: string,
): Secret {
  if (!isSet(null, record, field)) return null;
  return mayNow('secrets') ? () => reveal(kind, record.id, field, 'copy') : 'hidden';
}
