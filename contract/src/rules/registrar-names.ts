import { registrarSpellings } from '../catalog/registrar-spellings.ts';
import { folded } from './folded.ts';

/** Legal forms, and words that registrars add to their names. */
const additions = new Set(
  (
    'inc incorporated llc ltd limited gmbh ag se kg oy ab as aps bv nv sa sas sarl srl spa sl plc pty pte corp corporation co ' +
    'company uab doo sro the and dba com net org io eu registrar registrars registration registrations registry domain domains ' +
    'hosting cloud operations international group holdings services service i ii iii ' +
    'ltda kft oyj asa ou ooo zoo sp pvt private sasu eurl kk'
  ).split(' '),
);
/** The same words where they are written together with the name. */
const glued = /(?:registrar|domains?|hosting|cloud)$/;

const wordsOf = (name: string): string[] =>
  folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The words that make out a registrar's name; all of them if nothing else would be left. */
function ownWords(name: string, isOwn: (word: string) => boolean = (word) => word.length > 1): string[] {
  const words = wordsOf(name);
  const own = words.filter((word) => !additions.has(word) && isOwn(word));
  return own.length > 0 ? own : words;
}

const plain = (words: readonly string[]): string => {
  const joined = words.join('');
  return joined.replace(glued, '') || joined;
};

const isWithin = (some: readonly string[], all: readonly string[]) =>
  some.length > 0 && some.every((word) => all.includes(word));

/** A digit tells registrars apart that are otherwise alike: 'Namecheap 2' is not 'Namecheap'. */
const spelling = (name: string): string =>
  plain(ownWords(name, (word) => word.length > 1 || /\d/.test(word)));

const usual = new Map<string, string[]>();
for (const [name, ...others] of registrarSpellings)
  for (const other of others)
    usual.set(spelling(other), [...(usual.get(spelling(other)) ?? []), spelling(name)]);

const host = /^(?:https?:\/\/)?((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,})(?=$|[/:?#])/i;

/** The host of an address or of a bare host name, without 'www.'; null for other texts. */
export const hostIn = (text: string): string | null =>
  host
    .exec(text.trim())?.[1]
    ?.toLowerCase()
    .replace(/^www\./, '') ?? null;

/** 'gandi' of 'admin.gandi.net', 'one' of 'one.co.uk'. */
function nameOfHost(name: string): string {
  const labels = name.split('.').slice(0, -1);
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && last.length <= 3 ? (labels.at(-2) ?? last) : last;
}

/** What spellings of one registrar have in common: some key of each. A company with several registrars has those of all. */
export function registrarKeys(text: string): string[] {
  const name = hostIn(text);
  const parts = name === null ? text.split(/\bd\/?b\/?a\b/i) : [nameOfHost(name)];
  const keys = [text, ...parts.filter((part) => !additions.has(part))]
    .map(spelling)
    .filter((key) => key !== '');
  return [...new Set(keys.flatMap((key) => [key, ...(usual.get(key) ?? [])]))];
}

/** Whether two names are of one registrar: 'GoDaddy.com, LLC' is 'GoDaddy'. */
export function isSameRegistrar(one: string, other: string): boolean {
  const [first, second] = [ownWords(one), ownWords(other)];
  if (first.length === 0 || second.length === 0) return first.length === second.length;
  if (plain(first) === plain(second) || isWithin(first, second) || isWithin(second, first)) return true;
  const keys = registrarKeys(other);
  return registrarKeys(one).some((key) => keys.includes(key));
}
