import { tagText } from '@quartermaster/contract/rules/tags';
import { cellValue, isBlank, tagsOf } from './cells.ts';
import type { CellRows } from './levels.ts';
import type { CellNote } from './preview.ts';
import { type TagSpelling, storedKey } from './tag-spellings.ts';

/** Says at the cells of a row which tags it takes in another spelling. */
export function respelledTags(
  { columns }: CellRows,
  cells: readonly string[],
  spelling: TagSpelling,
): CellNote[] {
  return columns.flatMap(({ header, target }, at): CellNote[] => {
    const text = cells[at] ?? '';
    if (target?.field !== 'tags' || isBlank(target, text)) return [];
    const tags = tagsOf(cellValue(target, text, null));
    const taken = tags.map(spelling).filter((tag, each) => storedKey(tag) !== storedKey(tags[each] ?? tag));
    const message = `Taken as ${[...new Set(taken.map(tagText))].join('; ')}`;
    return taken.length > 0 ? [{ column: header, kind: 'tag', message }] : [];
  });
}
