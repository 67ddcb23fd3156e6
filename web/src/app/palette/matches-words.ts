import { folded } from '@quartermaster/contract/rules/folded';

/** Whether each typed word is the start of a word in the text. */
export function matchesWords(text: string, typed: string): boolean {
  const words = folded(text).split(/[\s-]+/);
  return folded(typed)
    .split(/\s+/)
    .every((start) => words.some((word) => word.startsWith(start)));
}

/** How near an entry is: 0 by the start of its label, 1 by words of it, 2 by other words; null: not at all. */
export function nearnessOf({ label, words = '' }: { label: string; words?: string }, typed: string) {
  if (folded(label).startsWith(folded(typed))) return 0;
  if (matchesWords(label, typed)) return 1;
  return matchesWords(`${label} ${words}`, typed) ? 2 : null;
}
