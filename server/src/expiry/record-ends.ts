import type { Area } from '@quartermaster/contract/api/areas';
import type { Kind } from '@quartermaster/contract/api/kind';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { areaOfTable, entityOf, ownedTables } from '../records/kinds/entities.ts';

/** The field with the end date of an area's records. */
export interface RecordEnd extends NonNullable<Kind['expires']> {
  area: Area;
}

export const recordEnds: readonly RecordEnd[] = ownedTables.flatMap((table) => {
  const { expires } = entityOf[table];
  return expires ? [{ ...expires, area: areaOfTable(table) }] : [];
});

/** How the record of an expiration ends, if it is that; undefined for what is on the record. */
export const recordEndOf = ({ id, recordId, area }: Pick<Expiration, 'id' | 'recordId' | 'area'>) =>
  recordEnds.find((end) => end.area === area && id === `${recordId}.${end.what}`);
