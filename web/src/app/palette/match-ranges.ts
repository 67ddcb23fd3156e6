export interface Part {
  text: string;
  isMatch: boolean;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Splits a text at matches of the typed text: of the whole, else of each word. */
export function matchParts(text: string, typed: string): Part[] {
  const whole = typed.trim();
  if (whole === '') return [{ text, isMatch: false }];
  return cut(text, [whole]) ?? cut(text, whole.split(/\s+/)) ?? [{ text, isMatch: false }];
}

/** Null if no word matches. */
function cut(text: string, words: string[]): Part[] | null {
  // A case-insensitive pattern keeps indexes valid; lower-casing may not: 'İ' becomes two characters.
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'giu');
  const parts = text.split(pattern);
  if (parts.length === 1) return null;
  return parts
    .map((part, place) => ({ text: part, isMatch: place % 2 === 1 }))
    .filter(({ text: part }) => part !== '');
}

/** Whether each typed word is the start of a word in the text. */
export function matchesWords(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/[\s-]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((start) => words.some((word) => word.startsWith(start)));
}
