import { limits } from './limits.ts';

/** Letters without a decomposition, as people type them on other keyboards. */
const plainer: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};
const letters = new RegExp(`[${Object.keys(plainer).join('')}]`, 'g');
/**
 * Accents and vowel points, and characters that are not shown. Other marks are letters of their own: the vowels of Indic
 * scripts, the voicing of kana.
 */
const marks =
  /[[\p{Mn}--[\u3099\u309A]]&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]|\p{Default_Ignorable_Code_Point}/gv;
const ascii = /^[\x00-\x7f]*$/;

/** A text as search compares it: case, accents, width and composition make no difference. */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(letters, (letter) => plainer[letter] ?? letter)
    .normalize('NFC');
}

/**
 * The words of a search as typed; a text must contain each. The last words of a long search count as one, so that its
 * cost is bounded.
 */
export function searchWords(search: string): string[] {
  const words = search.split(/\s+/).filter((word) => folded(word) !== '');
  const alone = limits.searchWords - 1;
  const last = words.slice(alone).join(' ');
  return [...new Set([...words.slice(0, alone), last])].filter((word) => word !== '');
}

/** Whether a text contains every word of a search. */
export function containsWords(text: string, search: string): boolean {
  const plain = folded(text);
  return searchWords(search).every((word) => plain.includes(folded(word)));
}

interface Part {
  text: string;
  isMatch: boolean;
}

/** Splits a text at the words of a search. */
export function matchedParts(text: string, words: readonly string[]): Part[] {
  const characters = [...text.normalize('NFC')];
  const places: number[] = [];
  const whole = characters
    .map((character, at) => {
      const plain = folded(character);
      for (let n = 0; n < plain.length; n += 1) places.push(at);
      return plain;
    })
    .join('');
  const matched = new Set<number>();
  for (const word of words)
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length))
      for (let n = at; n < at + word.length; n += 1) matched.add(places[n] ?? 0);
  const parts: Part[] = [];
  for (const [at, character] of characters.entries()) {
    // A mark of its own belongs to the character before it.
    const isMatch = matched.has(at) || (folded(character) === '' && (parts.at(-1)?.isMatch ?? false));
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += character;
    else parts.push({ text: character, isMatch });
  }
  return parts;
}
