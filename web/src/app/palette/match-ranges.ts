export interface Part {
  text: string;
  isMatch: boolean;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Cuts a text where what was typed stands in it: the whole of it, else each of its words. */
export function matchParts(text: string, typed: string): Part[] {
  const whole = typed.trim();
  if (whole === '') return [{ text, isMatch: false }];
  return cut(text, [whole]) ?? cut(text, whole.split(/\s+/)) ?? [{ text, isMatch: false }];
}

/** Null where none of the words stands in the text. */
function cut(text: string, words: string[]): Part[] | null {
  // A pattern keeps places in the text, which lower case could move: 'İ' becomes two characters.
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'giu');
  const parts = text.split(pattern);
  if (parts.length === 1) return null;
  return parts
    .map((part, place) => ({ text: part, isMatch: place % 2 === 1 }))
    .filter(({ text: part }) => part !== '');
}

/** Whether each typed word begins a word of the text. */
export function matchesWords(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/[\s-]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((start) => words.some((word) => word.startsWith(start)));
}
