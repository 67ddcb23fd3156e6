import type { CredentialFields } from '../catalog/credential-field.ts';

/** English words that end in 'key' and open nothing. */
const noKeys = /^(don|flun|hoc|hot|joc|lac|malar|mon|tur|turn|whis)keys?$/;

const lastWord = /(key|secret|token|password|credential)s?$/;

/** What a name is about, if one of these is its last word: a 'Key ID' is no key, a 'Token URL' no token. */
const about = new Set([
  'id',
  'ids',
  'name',
  'names',
  'type',
  'types',
  'url',
  'urls',
  'uri',
  'endpoint',
  'expiry',
]);

/** 'apiKey', 'API-Key 2' and 'api_key' have the words 'api' and 'key'. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];

/** Whether a name says that its value is secret: 'API Key', 'apikey', 'client_secret', but not 'Monkey' or 'Keyboard'. */
export function saysSecret(name: string): boolean {
  const words = wordsOf(name);
  return !about.has(words.at(-1) ?? '') && words.some((word) => lastWord.test(word) && !noKeys.test(word));
}

/** The fields, by name, whose values everybody reads although their names say that they are secret. */
export const readableSecrets = (fields: CredentialFields): string[] =>
  Object.entries(fields).flatMap(([name, { label, type, readable }]) =>
    type === 'string' && readable !== true && (saysSecret(name) || saysSecret(label)) ? [name] : [],
  );
