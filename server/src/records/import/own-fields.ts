import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { type Tag, tagKey } from '@quartermaster/contract/rules/tags';
import { type Amount, currencyOf } from '@quartermaster/contract/imports/money-words';
import type { Interval } from '@quartermaster/contract/rules/renewal';
import type { OwnedTableName } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';
import type { CellValue } from './cells.ts';
import type { Levels, TargetValue } from './levels.ts';

type Fields = Record<string, unknown>;

/** The fields of a record that rows say, as the body of a create. */
export interface OwnFields {
  fields: Fields;
  errors: FieldErrors;
  /** The fields with a secret that is given. */
  secrets: Set<string>;
}

const unique = (tags: readonly Tag[]): Tag[] => [...new Map(tags.map((tag) => [tagKey(tag), tag])).values()];

/** Adds what a row says of one target. */
function add({ fields, errors, secrets }: OwnFields, { target }: TargetValue, value: unknown): void {
  const { field, element, secret } = target;
  if (secret) secrets.add(field);
  if (field === 'tags') {
    const tags = (fields[field] ??= []) as Tag[];
    for (const tag of (value ?? []) as Tag[]) tags.push(tag);
  } else if (element === null) fields[field] = value;
  else if (target.column === 'sealed') {
    const [user = { isDefault: true }] = (fields[field] ?? []) as Fields[];
    fields[field] = [{ ...user, [element]: value }];
  } else fields[field] = { ...(fields[field] as Fields | undefined), [element]: value };
  if (target.path in errors) delete errors[target.path];
}

/** Takes the currency that an amount says, unless the row has a cell for it, which must not say another one. */
function addCurrency(
  { fields, errors }: OwnFields,
  { target }: TargetValue,
  amount: Amount,
  cell?: CellValue,
) {
  const { currency, isShared } = amount;
  if (currency === null) return;
  const typed = cell && 'value' in cell ? cell.value : undefined;
  if (cell === undefined) fields['currency'] = currency;
  else if (!isShared && typeof typed === 'string' && currencyOf(typed) !== null && typed !== currency)
    errors[target.path] = `${target.label} is in ${currency}, but the currency is ${typed}`;
}

/** What the first of these rows that says something of a field says of it. */
export function ownFields(
  levels: Levels,
  rows: readonly number[],
  at: string,
  table: OwnedTableName,
  isWanted: (said: TargetValue) => boolean = () => true,
): OwnFields {
  const own: OwnFields = { fields: {}, errors: {}, secrets: new Set() };
  const known = new Set<string>();
  /** By the heading of the prices, unless a cell says it. */
  let interval: Interval | null = null;
  for (const row of rows) {
    const said = levels.at(row, at).filter((each) => !known.has(each.target.path) && isWanted(each));
    for (const each of said) {
      const { field } = each.target;
      // References are resolved by name.
      if ('to' in (entityOf[table].fields[field] ?? {})) continue;
      const result = levels.valueOf(each);
      if ('error' in result) own.errors[each.target.path] = result.error;
      else add(own, each, result.value);
    }
    for (const each of said.filter(({ target }) => target.column === 'money')) {
      const result = levels.valueOf(each);
      if (!('amount' in result) || !('currency' in entityOf[table].fields)) continue;
      interval ??= levels.interval(each.target);
      const cell = said.find(({ target, isGiven }) => target.field === 'currency' && !isGiven);
      addCurrency(own, each, result.amount, cell && levels.valueOf(cell));
    }
    for (const { target } of said) if (target.field !== 'tags') known.add(target.path);
  }
  if (own.fields['interval'] === undefined && interval !== null && 'interval' in entityOf[table].fields)
    own.fields['interval'] = interval;
  if (own.fields['tags'] !== undefined)
    own.fields['tags'] = unique((own.fields['tags'] as Tag[]).map(levels.tagSpelling));
  return own;
}
