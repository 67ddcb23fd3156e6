import { folded } from '../rules/folded.ts';

/** What programs and people write where there is nothing. '-' is none: it empties a field. */
const words = new Set([
  ...['never', 'n/a', 'n.a.', '#n/a', '#na', '#nv', '#n/d', '#nd', 'none', 'null', '(null)', '<null>', 'nil'],
  ...['\\n', 'not set', 'not available', 'undefined', '(none)', '<none>', 'nan'],
  ...['niemals', 'jamais', 'nunca', 'nooit', 'nigdy', 'nikdy', 'aldrig', 'asla', 'никогда'],
]);
/** A date of zeros, with or without a time of zeros. */
const zeroDate = /^0{4}-00-00(?:[ t]00:00(?::00)?(?:\.0+)?z?)?$|^00([./\-])00\1(?:0{4}|00)$/;
const dashes = /^(?:[-–—―−]{2,}|[–—―−])$/;

/** Whether a text says that there is no value: 'n/a', 'NULL', '0000-00-00', '—'. */
export function isNoValue(text: string): boolean {
  const word = folded(text.trim());
  return words.has(word) || zeroDate.test(word) || dashes.test(word);
}
