/** How many letters have to be added, removed, replaced or exchanged with their neighbour to get from one word to another. */
export function editsBetween(from: string, to: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const isSame = from[row - 1] === to[at - 1];
      const isSwap = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      const edits = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      next.push(isSwap ? Math.min(edits, (beforeLast[at - 2] ?? 0) + 1) : edits);
    }
    [beforeLast, last] = [last, next];
  }
  return last[to.length] ?? 0;
}

const partsOf = (name: string): string[] => name.split(/[-_]/);

/** How many of the parts of a name another one has too. */
function sharedParts(word: string, name: string): number {
  const parts = new Set(partsOf(name));
  return partsOf(word).filter((part) => parts.has(part)).length;
}

/**
 * The word that somebody meant: one that begins like it, otherwise the one that shares most of its parts, of these the one
 * with the fewest edits; null without words.
 */
export function nearest(word: string, known: readonly string[]): string | null {
  const begun = known.find((name) => word.length > 2 && name.startsWith(word));
  const [first] = known.toSorted(
    (a, b) => sharedParts(word, b) - sharedParts(word, a) || editsBetween(word, a) - editsBetween(word, b),
  );
  return begun ?? first ?? null;
}
