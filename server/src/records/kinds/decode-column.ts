import type { OwnedTableName } from '../../db/schema.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { type Codec, decode } from './codec.ts';
import { withIds } from './element-ids.ts';

/** Decodes a column of a record, opening it if it is sealed. */
export function decodeColumn(
  sealer: Sealer,
  table: OwnedTableName,
  id: string,
  column: string,
  codec: Codec,
  stored: unknown,
): unknown {
  const value = decode(codec, stored, (sealed) => sealer.unseal(table, column, id, sealed));
  return codec === 'sealed' && Array.isArray(value) ? withIds(id, value as Record<string, unknown>[]) : value;
}
