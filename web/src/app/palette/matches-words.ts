import { folded } from '@quartermaster/contract/rules/folded';

/** Whether each typed word is the start of a word in the text. */
export function matchesWords(text: string, typed: string): boolean {
  const words = folded(text).split(/[\s-]+/);
  return folded(typed)
    .split(/\s+/)
    .every((start) => words.some((word) => word.startsWith(start)));
}
