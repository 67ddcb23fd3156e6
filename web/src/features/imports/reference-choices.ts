import type { Import, MissingReference } from '@quartermaster/contract/imports/imports.schema';
import { isUuid } from '@quartermaster/contract/rules/formats';
import type { OptionChanges } from './use-import.ts';

type References = NonNullable<OptionChanges['references']>;
type Named = Pick<MissingReference, 'path' | 'name'>;

export const isPicked = ({ choice }: Pick<MissingReference, 'choice'>): boolean =>
  choice !== null && isUuid(choice);

/** One name's choice; null takes it back. A word for all names is kept for the others, by their paths. */
export function withChoice(
  { options, missing }: Import,
  { path, name }: Named,
  choice: string | null,
): References {
  const { references } = options;
  const others =
    typeof references === 'string' ? Object.fromEntries(missing.map((each) => [each.path, references])) : {};
  return { ...others, [`${path}:${name}`]: choice };
}

/** Every name is created but those for which a record is picked. A word for all would replace these, too. */
export function allCreated({ missing, ambiguous, targets }: Import): References {
  if (![...missing, ...ambiguous].some(isPicked)) return 'create';
  const paths = targets.flatMap(({ target }) => {
    const keys = target.split('.');
    return keys.slice(1).map((_, at) => keys.slice(0, at + 1).join('.'));
  });
  const names = missing.filter((each) => !isPicked(each)).map(({ path, name }) => `${path}:${name}`);
  return Object.fromEntries([...new Set([...paths, ...names])].map((key) => [key, 'create']));
}
