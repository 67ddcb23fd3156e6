import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { type Tag, tagKey } from '@quartermaster/contract/rules/tags';
import type { OwnedTableName } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';
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
  for (const row of rows) {
    const said = levels.at(row, at).filter((each) => !known.has(each.target.path) && isWanted(each));
    for (const each of said) {
      const { field } = each.target;
      // References are resolved by name.
      if ('to' in (entityOf[table].fields[field] ?? {})) continue;
      const result = levels.valueOf(each);
      if ('value' in result) add(own, each, result.value);
      else own.errors[each.target.path] = result.error;
    }
    for (const { target } of said) if (target.field !== 'tags') known.add(target.path);
  }
  if (own.fields['tags'] !== undefined) own.fields['tags'] = unique(own.fields['tags'] as Tag[]);
  return own;
}
