import type { Import } from '@quartermaster/contract/imports/imports.schema';

/** The columns of the file that become nothing; nothing is lost without a word. */
export function LeftOut({ columns }: Pick<Import, 'columns'>) {
  const left = columns.filter(({ target }) => target === null).map(({ header }) => header);
  return left.length > 0 && <p className="text-sm wrap-anywhere text-ink-2">Left out: {left.join(', ')}</p>;
}
