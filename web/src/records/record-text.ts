import type { Area } from '@quartermaster/contract/api/areas';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import { entities } from './entities.ts';
import type { Identified } from './entity.ts';

/** A record's name wherever others show it, and the detail that tells apart records with the same name. */
export const recordName = (area: Area, row: Identified): RecordName =>
  recordNameOf(entities[area].entity, row);
