import type { Area } from '@quartermaster/contract/api/areas';
import { entities, startFilters } from './entities.ts';
import type { Entity } from './entity.ts';
import { everything } from './url.ts';

type Words = Record<string, string>;

/** Turns a list's initial filters off. */
const unfiltered = (entity: Pick<Entity, 'path'>): Words =>
  Object.fromEntries(Object.keys(startFilters(entity)).map((name) => [name, everything]));

/** Search parameters of a list with only these filters. */
export const filterSearch = (entity: Pick<Entity, 'path'>, filters: Words): Words => ({
  ...unfiltered(entity),
  ...filters,
});

/** Search parameters that list all records of an entity connected with a record, `emails:<id>`. */
export const relatedSearch = (area: Area, relatedTo: string): Words =>
  // The list's initial filters would hide some of the connected records.
  ({ relatedTo, ...unfiltered(entities[area].entity) });
