import type { Area } from '@quartermaster/contract/api/areas';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { entities } from '../../records/entities.ts';
import type { Identified } from '../../records/entity.ts';
import { recordName } from '../../records/record-name.tsx';
import { useRecord } from '../../records/use-record.ts';

const none: readonly Identified[] = [];

/** The name of a record of which the id is known. */
export function RecordById({ area, id }: { area: Area; id: string }) {
  const { record, error } = useRecord(entities[area].entity, id, none);
  if (error) return 'a record that does not exist any more';
  if (!record) return '…';
  const { name, detail } = recordName(area, record);
  return `${shownName(area, name)}${detail === null ? '' : ` (${detail})`}`;
}
