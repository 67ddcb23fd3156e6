import { folded } from './folded.ts';
import { saysSecret } from './secret-names.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(folded));

/** Words that say it alone. */
const alone = setOf(
  'private epp authinfo clave senha passe mdp parole klucz klic psk puk mnemonic authenticator twofactor',
);
/** Words that say it alone or at the end of another ('ftppw', 'simpin'). */
const ends = [
  ...setOf(
    `pw pwd psw passwd pass passphrase passcode password passwort kennwort motdepasse contraseña wachtwoord senha
     palavrapasse hasło heslo lösenord şifre parola пароль pin pincode otp hotp totp mfa 2fa tfa cvc cvv csc seed
     seedphrase secret key token schlüssel authcode recoverycode backupcode cardnumber cardno sicherheitscode
     wiederherstellungscode herstelcode återställningskod`,
  ),
];
/** Words that say it where another one goes on ('otpauth', 'mfaSecret', 'cvc2'). */
const begins = [
  'otp',
  'totp',
  '2fa',
  'mfa',
  'cvc',
  'cvv',
  'authcode',
  'cardnumber',
  'passwort',
  'kennwort',
  'password',
];
/** Two words that say it together. */
const pairs =
  /^(?:(?:auth|authori[sz]ation|epp|transfer|recovery|backup|scratch|emergency|security|verification|pin|pass) (?:code|phrase|word)s?|(?:seed|recovery) (?:phrase|word)s?|(?:credit )?card (?:number|no)|security answers?|auth info|two factor|code de recuperation|codigos? de (?:recuperacion|recuperacao)|codic[ei] di recupero|kod odzyskiwania|kurtarma kodu|код восстановления|mot de passe|palavra passe|palabra de paso)$/;
/** Words that end like one of them. */
const others = setOf(
  `compass bypass trespass overpass underpass surpass encompass spin chopin terrapin aniseed linseed flaxseed reseed
   donkey flunkey hockey hotkey jockey lackey malarkey monkey turkey turnkey whiskey keypin`,
);

const plural = (word: string): string => word.replace(/s$/, '');

function isSecretWord(word: string): boolean {
  if (others.has(word) || others.has(plural(word))) return false;
  return (
    alone.has(word) ||
    ends.some((end) => word.endsWith(end) || plural(word).endsWith(end)) ||
    begins.some((start) => word.startsWith(start))
  );
}

/** Words of a header: 'OTPAuth' has two, 'apiKey 2' three; '2-FA' is one. */
const wordsOf = (header: string): string[] =>
  folded(
    header
      .normalize('NFKC')
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
      .replaceAll(/\b2[ \-_]fa\b/giu, '2fa'),
  ).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a column's name says that its values are secret, in any of our languages. */
export function isSecretHeader(header: string): boolean {
  const words = wordsOf(header);
  return (
    saysSecret(header) ||
    words.some(isSecretWord) ||
    words.some(
      (_, at) =>
        pairs.test(words.slice(at, at + 2).join(' ')) || pairs.test(words.slice(at, at + 3).join(' ')),
    )
  );
}

const secretText = /^\s*(?:otpauth(?:-migration)?:\/\/|-----BEGIN )/i;

/** Whether a text is the seed of one-time passwords or a key, whatever its column is called. */
export const isSecretText = (text: string): boolean => secretText.test(text);
