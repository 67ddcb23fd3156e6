/** So many values are kept in all. */
const valuesAtMost = 20_000;
const deepest = 32;

/** Where a string that begins at a place ends, after its quotation mark. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}

/**
 * A JSON text without most of what is too much of it: what a list or an object has after so many elements, all after 20,000
 * values, and what lies deeper than 32 levels, in place of which is null. It is read once from left to right, so that parsing what
 * others sent takes no longer than its length allows. What is left out is not checked.
 */
export function shortenedJson(text: string, elementsAtMost: number): string {
  const pieces: string[] = [];
  /** Commas at each depth, as far as it is kept. */
  const commas: number[] = [];
  let [keptFrom, values, depth] = [0, 0, 0];
  /** Where what is left out ends: after the bracket that leads back to this depth, or, of the rest of a list, before it. */
  let skipped: { depth: number; isRest: boolean } | null = null;
  const isTooMuch = () => values > valuesAtMost || depth > deepest || (commas[depth] ?? 0) >= elementsAtMost;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at) - 1;
    else if (letter === '[' || letter === '{') {
      depth += 1;
      if (skipped) continue;
      values += 1;
      commas[depth] = 0;
      if (!isTooMuch()) continue;
      pieces.push(text.slice(keptFrom, at), 'null');
      skipped = { depth: depth - 1, isRest: false };
    } else if (letter === ']' || letter === '}') {
      depth -= 1;
      if (skipped?.depth !== depth) continue;
      keptFrom = skipped.isRest ? at : at + 1;
      skipped = null;
    } else if (letter === ',' && !skipped && depth > 0) {
      values += 1;
      commas[depth] = (commas[depth] ?? 0) + 1;
      if (!isTooMuch()) continue;
      pieces.push(text.slice(keptFrom, at));
      skipped = { depth: depth - 1, isRest: true };
    }
  }
  return skipped ? '' : pieces.join('') + text.slice(keptFrom);
}
