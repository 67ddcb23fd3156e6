import { proxyCountries, serverCountries } from '@quartermaster/contract/catalog/countries';
import type { Area } from '@quartermaster/contract/api/areas';
import { areaOfEntity } from '../records/entities.ts';
import { type Entity, capital } from '../records/entity.ts';
import { referredArea } from '../records/references.ts';
import type { Choice } from './facet-filter.tsx';
import { fieldLabel } from './field-labels.ts';

/** A field that a bulk action sets. */
export interface BulkField {
  name: string;
  /** 'registrator account' */
  label: string;
  /** The option that clears an optional field: 'No server'. */
  emptyLabel: string | undefined;
  /** The values of a field with a fixed set of them. */
  choices: readonly Choice[] | undefined;
  /** The area of the records that the field refers to. */
  area: Area | undefined;
}

const required = new Set(['status', 'isActive', 'registratorAccountId', 'hostingId']);
/** The fields that a bulk action can set, in the contract's order. */
export const bulkFields = (entity: Entity): BulkField[] =>
  (entity.bulk ?? []).map((name) => {
    const area = referredArea[name];
    const label = fieldLabel(name);
    const emptyLabel = required.has(name) ? undefined : `No ${label}`;
    return { name, label, emptyLabel, choices: choicesOf(entity, name), area };
  });

function choicesOf(entity: Entity, name: string): Choice[] | undefined {
  if (name === 'isActive')
    return [
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Inactive' },
    ];
  if (name === 'country')
    return (areaOfEntity(entity) === 'servers' ? serverCountries : proxyCountries).map(asChoice);
  const kind = entity.filters[name];
  return Array.isArray(kind)
    ? (kind as string[]).map((value) => ({ value, label: capital(value.toLowerCase()) }))
    : undefined;
}

const asChoice = (value: string): Choice => ({ value, label: value });

/** The value of a field as the API takes it; '' clears the field. */
export function bulkValue({ name }: BulkField, value: string): unknown {
  if (value === '') return null;
  if (name === 'isActive') return value === 'true';
  return name === 'expirationDate' ? new Date(value).toISOString() : value;
}
