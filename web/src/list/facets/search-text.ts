import { folded, searchWords } from '@quartermaster/contract/rules/folded';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { entities } from '../../records/entities.ts';
import type { Entity } from '../../records/entity.ts';
import { referredArea } from '../../records/references.ts';

export type SearchedTexts = (string | null | undefined)[];

const known = new WeakMap<object, string>();

/** A row's search text, folded, cached, so that typing does not recompute 10 000 of them. */
function searchText<T extends object>(row: T, words: (row: T) => SearchedTexts): string {
  let text = known.get(row);
  if (text === undefined) {
    text = folded(words(row).filter(Boolean).join('\n'));
    known.set(row, text);
  }
  return text;
}

/** The rows that contain every word of the search, as on the server. */
export function matching<T extends object>(
  rows: readonly T[],
  search: string,
  words: (row: T) => SearchedTexts,
): readonly T[] {
  const looked = searchWords(search).map(folded);
  if (looked.length === 0) return rows;
  return rows.filter((row) => looked.every((word) => searchText(row, words).includes(word)));
}

type Searched = Pick<Entity, 'search' | 'labels'>;

/** What is at a path of a row, through references and lists; a choice with its label. */
function textsAt({ labels = {} }: Pick<Entity, 'labels'>, row: unknown, path: string): SearchedTexts {
  if (Array.isArray(row)) return row.flatMap((each) => textsAt({ labels }, each, path));
  const [first = '', ...rest] = path.split('.');
  const value = (row as Readonly<Record<string, unknown>> | null | undefined)?.[first];
  if (rest.length > 0) {
    const area = referredArea[`${first}Id`];
    return textsAt(area ? entities[area].entity : {}, value, rest.join('.'));
  }
  return typeof value === 'string' ? [value, labels[first]?.[value]] : [];
}

/** The texts of a row that search covers, as on the server. */
export function searchedTexts(entity: Searched, row: object): SearchedTexts {
  const texts = entity.search.flatMap((path) => {
    if (typeof path === 'string') return textsAt(entity, row, path);
    const { [path.host]: host, [path.port]: port } = row as Readonly<Record<string, unknown>>;
    return [`${String(host)}:${String(port)}`];
  });
  const { tags = [] } = row as { tags?: readonly Tag[] };
  return [...texts, ...tags.map(({ type, value }) => `${type}:${value}`)];
}
