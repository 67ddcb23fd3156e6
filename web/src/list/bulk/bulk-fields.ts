import { proxyCountries, serverCountries } from '@quartermaster/contract/catalog/countries';
import type { Area } from '@quartermaster/contract/api/areas';
import { flagWord } from '@quartermaster/contract/rules/cells';
import { fieldLabel, inSentence } from '@quartermaster/contract/rules/field-label';
import { type Entity, capital } from '../../records/entity.ts';
import { autoRenewChoices } from '../../records/dates/renewal.ts';
import { referredArea } from '../../records/references.ts';
import { type Choice, flagChoices } from '../facets/facet-filter.tsx';

/** A field that a bulk action sets. */
export interface BulkField {
  name: string;
  /** 'registrator account' */
  label: string;
  /** The option that clears an optional field: 'No server'. */
  emptyLabel: string | undefined;
  /** The values of a field with a fixed set of them. */
  choices: readonly Choice[] | undefined;
  isFlag: boolean;
  /** The area of the records that the field refers to. */
  area: Area | undefined;
}

/** A field in a bulk action: 'Set registrator account'. */
export const bulkLabel = ({ fieldLabels }: Pick<Entity, 'fieldLabels'>, name: string): string =>
  name === 'hostingId' ? 'hosting' : inSentence(fieldLabel(fieldLabels, name));

const requiredReferences = new Set(['registratorAccountId', 'hostingId']);
/** The choices of fields that are no filters. */
const unfiltered = new Map<string, readonly Choice[]>([['autoRenew', autoRenewChoices]]);
/** Whether a field always has a value. Flags and choices have one. */
const isRequired = ({ filters }: Entity, name: string): boolean =>
  requiredReferences.has(name) ||
  unfiltered.has(name) ||
  filters[name] === 'flag' ||
  Array.isArray(filters[name]);

/** The fields that a bulk action can set, in the contract's order. */
export const bulkFields = (entity: Entity): BulkField[] =>
  (entity.bulk ?? []).map((name) => {
    const area = referredArea[name];
    const label = bulkLabel(entity, name);
    const emptyLabel = isRequired(entity, name) ? undefined : `No ${label}`;
    const isFlag = entity.filters[name] === 'flag';
    return { name, label, emptyLabel, choices: choicesOf(entity, name), isFlag, area };
  });

function choicesOf(entity: Entity, name: string): readonly Choice[] | undefined {
  if (name === 'country')
    return (entity.path === '/servers' ? serverCountries : proxyCountries).map(asChoice);
  const kind = entity.filters[name];
  if (kind === 'flag') return flagChoices(flagWord(name, true), flagWord(name, false));
  return Array.isArray(kind)
    ? (kind as string[]).map((value) => ({ value, label: capital(value.toLowerCase()) }))
    : unfiltered.get(name);
}

const asChoice = (value: string): Choice => ({ value, label: value });

/** The value of a field as the API takes it; '' clears the field. */
export function bulkValue({ name, isFlag }: BulkField, value: string): unknown {
  if (value === '') return null;
  if (isFlag) return value === 'true';
  return name === 'expirationDate' ? new Date(value).toISOString() : value;
}
