/**
 * React's keys for the rows that are rendered, by their ids. A row keeps its own; where all are others, after a jump, they
 * take over the elements of those before, which is far less work than new ones.
 */
export function elementKeys(): (ids: readonly string[]) => ReadonlyMap<string, number> {
  let keys = new Map<string, number>();
  let made = 0;
  return (ids) => {
    const free = ids.some((id) => keys.has(id)) ? [] : [...keys.values()];
    keys = new Map(ids.map((id) => [id, keys.get(id) ?? free.shift() ?? ++made]));
    return keys;
  };
}
