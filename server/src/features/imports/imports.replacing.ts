import { isSecretColumn } from './imports.secret-columns.ts';

type Columns = Parameters<typeof isSecretColumn>[0];

/** By header: the texts of cells and what they are read as. */
export type Replacements = Record<string, Record<string, string>>;

interface Replacing extends Columns {
  columns: readonly string[];
  options: { replace: Replacements };
  /** The columns of the cells that were changed by themselves, by the index of their row. */
  mended: Readonly<Record<number, readonly string[]>>;
}

/** A function that puts the replacements in the cells of a row. One that was changed by itself stays, and secrets do. */
export function replacing(details: Replacing): (row: number, cells: readonly string[]) => string[] {
  const { columns, options, mended } = details;
  const byColumn = columns.map((header) => {
    const texts = Object.hasOwn(options.replace, header) ? options.replace[header] : undefined;
    return new Map(isSecretColumn(details, header) ? [] : Object.entries(texts ?? {}));
  });
  return (row, cells) =>
    cells.map((text, at) => {
      const replacement = byColumn[at]?.get(text.trim());
      const isMended = replacement !== undefined && mended[row]?.includes(columns[at] ?? '') === true;
      return isMended ? text : (replacement ?? text);
    });
}

/**
 * Replacements with some changed; null takes one back, or those of a column. What became the text that is now replaced
 * becomes the new one, too: it is what a person saw.
 */
export function changedReplacements(
  before: Replacements,
  changes: Readonly<Record<string, Readonly<Record<string, string | null>> | null>>,
): Replacements {
  const next = new Map(Object.entries(before));
  for (const [header, texts] of Object.entries(changes)) {
    const column = new Map(texts === null ? [] : Object.entries(next.get(header) ?? {}));
    for (const [sent, to] of Object.entries(texts ?? {})) {
      const text = sent.trim();
      if (to === null) column.delete(text);
      else {
        for (const [from, was] of column) if (was.trim() === text) column.set(from, to);
        column.set(text, to);
      }
    }
    if (column.size > 0) next.set(header, Object.fromEntries(column));
    else next.delete(header);
  }
  return Object.fromEntries(next);
}
