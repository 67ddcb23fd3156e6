import { folded } from '@quartermaster/contract/rules/folded';

/** The words by which the actions of a record are found. */
const actionWords = [
  'copy',
  'password',
  'ssh',
  'command',
  'ip',
  'edit',
  'open',
  'website',
  'panel',
  'connections',
];
const shortest = 2;

const isAction = (word: string): boolean =>
  word.length >= shortest && actionWords.some((action) => action.startsWith(word));

/**
 * The record and the action in 'web-05 password' and 'ssh web-05'; null where neither the last word nor the first begins a
 * word for an action.
 */
export function recordAndAction(typed: string): { record: string; action: string } | null {
  const words = folded(typed.trim()).split(/\s+/);
  if (words.length < 2) return null;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (isAction(last)) return { record: words.slice(0, -1).join(' '), action: last };
  return isAction(first) ? { record: words.slice(1).join(' '), action: first } : null;
}
