import { isDomainName } from './domain-name.ts';
import { isEmail } from './formats.ts';
import { limits } from './limits.ts';
import { isSecretHeader, isSecretText } from './secret-headers.ts';

/** A word that names a password, alone or at the end of another ('ftppw', 'DB-Passwort'), beside 'pass'. */
const passwordWord =
  /(?:^|[^\p{L}])(?:\p{L}{0,20}(?:pw|pwd|psw|passwd|password|passphrase|passwort|kennwort|wachtwoord|lösenord)s?|pass|passcode|mdp|mot de passe|contraseña|clave|senha|hasło|heslo|şifre|parola|пароль)$|(?:密码|密碼|パスワード|비밀번호)$/iu;
/** Whether the last word, or the last two together ('Auth code'), name another secret, whose value must look like one. */
function isOtherSecret(label: string): boolean {
  const [last = '', previous = ''] = label.split(/\s+/).slice(-2).reverse();
  return isSecretHeader(last) || (!isSecretHeader(previous) && isSecretHeader(`${previous} ${last}`));
}

/** What stands between a label and its value. */
const assignment = /\s{0,3}(?::=|=>|->|[:=：→]|(?<=\s)[\-–](?=\s))\s{0,3}/u;
/** What may stand between the word and the sign: 'password (FTP):', 'Passwort für web0:', 'Password 2:', 'Passwort lautet:'. */
const about =
  /\s{0,2}(?:\([^()\n]{1,30}\)|\s\d{1,2}|\s(?:is|ist|lautet|est|es)|\s(?:for|of|für|fuer|pour|para|de|zu|zum)\s[^\n:=]{1,30})$/iu;

/** What stands in place of a password: where it is, who has it, what became of it. */
const instead = new Set(
  `see siehe voir ver in im at bei on is are was ask frag fragen same like wie stored saved kept hidden unknown none no not
   nicht keine kein nein yes ja n/a na tbd todo lost forgotten missing changed geändert rotated reset expired expires required
   needed optional protected sent send by von with mit from the a an to our your only belongs vault safe tresor keepass
   keepassxc port ports bitwarden 1password lastpass dashlane vaultwarden passbolt confluence wiki manager removed deleted set open
   secure note notes last every ok all any uses use via sso oauth google has have hat knows kennt client customer kunde beim
   managed rotate rotates will must should can can't cannot please bitte call contact unbekannt vergessen pending empty leer new old default unchanged`.split(
    /\s+/,
  ),
);
/** Dates, paths, fingerprints and kinds of keys, what only hides a password, and IP addresses. */
const otherText =
  /^(?:[~.]{0,2}\/.*|\d{1,4}[.\-\/]\d{1,2}(?:[.\-\/]\d{1,4})?|SHA256:.*|ssh-\w+|(?:ed25519|rsa|ecdsa)[\-\d]*|[^\p{L}\p{N}]*|(.)\1*|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?)$/iu;
const isAddress = (text: string): boolean => text.includes('://') || isEmail(text) || isDomainName(text);

/** Quotation marks and what ends a sentence are no part of it. */
const bare = (token: string): string => token.replace(/^["'`„“«]+/u, '').replace(/["'`“”»,;.]{1,5}$/u, '');

const isPassword = (token: string): boolean =>
  token.length >= 3 && !instead.has(token.toLowerCase()) && !otherText.test(token) && !isAddress(token);
/** A letter and a digit, or a sign inside a word. */
const isMixed = (token: string): boolean =>
  isPassword(token) && (/\p{L}/u.test(token) ? /\d|[!$%&?*#^~@+§]/u.test(token) : /^\d{4,12}$/.test(token));
const isStrong = (token: string): boolean =>
  isPassword(token) &&
  token.length >= 6 &&
  /\p{L}/u.test(token) &&
  /\d/.test(token) &&
  (/[!$%&?*#^~@+=§]/u.test(token) || (/\p{Lu}/u.test(token) && /\p{Ll}/u.test(token)));

/** What names an account, before the user and the password: 'FTP: web0 / geheim'. */
const access = /(?:^|[^\p{L}\d])(?:s?ftps?|ssh|cpanel|plesk|wp-admin|htaccess)$/iu;
/** The same, and more often another pair: the password must look like one. */
const mayBeAccess =
  /(?:^|[^\p{L}\d])(?:sql|mysql|mariadb|postgres|db|log-?ins?|access|accès|acceso|zugang|zugangsdaten|credentials|creds|account|user|benutzer|admin|backend|wp|wordpress|joomla|typo3|panel|webmail|mail|imap|smtp|pop3|vpn|rdp|root|router|wlan|wifi)$/iu;
const pair = /^(\S{2,60})(?:\s{0,2}[\/|]\s{0,2}|\s{1,2}[\-–]\s{1,2})(\S{3,100})/u;

function isPair(label: string, value: string): boolean {
  const isAccess = access.test(label);
  if (!isAccess && !mayBeAccess.test(label)) return false;
  const [, user = '', rest = ''] = pair.exec(value) ?? [];
  const password = bare(rest);
  if (password.length < 4 || /^\d{1,5}$/.test(password)) return false;
  const stem = (text: string) => text.toLowerCase().replace(/\d{1,5}$/, '');
  if (stem(user) === stem(password)) return false;
  return isMixed(password) || (isAccess && !isAddress(user) && isPassword(password));
}

/** Several plain words are a sentence: what is said of a password, not the password. */
const isSentence = (words: readonly string[]): boolean =>
  words.length > 2 && words.slice(0, 3).every((word) => /^\p{L}+$/u.test(bare(word)));

function isAssigned(before: string, sign: string, after: string): boolean {
  const whole = before.replace(/["'`*_]{1,5}$/u, '');
  const label = whole.replace(about, '');
  const value = after.trimStart();
  if (isPair(label, value)) return true;
  const [line = ''] = value.split('\n', 1);
  const words = line.split(/[\s,;|]+/u).filter((word) => word !== '');
  const token = bare(words[0] ?? '');
  if (passwordWord.test(whole) || passwordWord.test(label))
    return isMixed(token) || (isPassword(token) && !/^[\-–]$/.test(sign) && !isSentence(words));
  return (isOtherSecret(whole) || isOtherSecret(label)) && isMixed(token);
}

const inAddress = /:\/\/[^\s\/:@]{1,100}:[^\s\/@]{3,100}@/;
/** 'pw Sommer2024', 'the password is Sommer2024'. */
const afterWord =
  /(?<![\p{L}\d])(?:pw|pwd|password|passwort|kennwort|mot de passe|contraseña|wachtwoord|senha)\s{1,3}(?:(?:is|ist|lautet|est|es)\s{1,3})?(\S{6,100})/giu;
/** 'u: anna p: tiger' */
const letters = /(?<![\p{L}\d])u(?:ser)?\s?[:=]\s?\S{2,60}[\s,;\/]{1,3}p\s?[:=]\s?\S{3,100}/iu;
/** 'root / Sommer2024!' */
const rootPair = /(?<![\p{L}\d.\/])(?:root|admin|administrator)\s{0,2}[\/|:]\s{0,2}(\S{6,100})/giu;
const labelAtMost = 60;
const valueAtMost = 300;
/** A comment that fits into a note; a text is looked at before the rules of its field, so that it may be much longer. */
const textAtMost = limits.secureNote;
const signsAtMost = 200;

/**
 * Whether a comment looks like it holds a password, a key or another secret. A guess: it misses some, and takes some texts
 * for one, and looks at no more than the first signs of assignment.
 */
export function holdsSecret(comment: string | null | undefined): boolean {
  const text = comment ?? '';
  if (text === '' || text.length > textAtMost) return false;
  if (inAddress.test(text) || letters.test(text) || text.split('\n').some(isSecretText)) return true;
  for (const [, token = ''] of text.matchAll(afterWord)) if (isMixed(bare(token))) return true;
  for (const [, token = ''] of text.matchAll(rootPair)) if (isStrong(bare(token))) return true;
  let signs = 0;
  for (const { 0: sign, index } of text.matchAll(new RegExp(assignment, 'gu'))) {
    if ((signs += 1) > signsAtMost) return false;
    const before = text.slice(Math.max(0, index - labelAtMost), index);
    const label = before.slice(
      Math.max(...['\n', ',', ';', '|', '?', '&', '{'].map((at) => before.lastIndexOf(at))) + 1,
    );
    const start = index + sign.length;
    if (isAssigned(label, sign.trim(), text.slice(start, start + valueAtMost))) return true;
  }
  return false;
}

/** A secure note with a comment that is moved to it, on lines of its own. */
export const noteWith = (note: string | null, comment: string): string =>
  note === null || note === '' ? comment : `${note.replace(/\r?\n$/, '')}\n${comment}`;

/** Said of a comment that holds a secret. */
export const moveComment = 'Looks like a password: move it to the secure note';
