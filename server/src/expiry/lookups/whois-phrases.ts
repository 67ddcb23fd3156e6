/** Where an answer says that there is none. */
const wordsWithin = 65_536;
const says = (text: string, patterns: readonly RegExp[]): boolean => {
  const read = text.slice(0, wordsWithin);
  return patterns.some((pattern) => pattern.test(read));
};

const noMatch = [
  /\bno match(?:es|ing)?\b/i,
  /(?:\b|_)not[ _]found\b/i,
  /\bno found\b/i,
  /\bno (?:entries|data|object|information|record)s? (?:was )?(?:found|available)\b/i,
  /\bno such domain\b/i,
  /\bnot (?:been )?registered\b/i,
  /\bdoes not exist\b/i,
  /\breturned 0 objects\b/i,
  /\bavailable for (?:registration|purchase)\b/i,
  /\bstatus:\s*(?:free|available)\b/i,
  /\bis (?:free|available)\b/i,
  /\bnothing found\b/i,
];
export const saysNoMatch = (text: string): boolean => says(text, noMatch);

const refusals = [
  /\b(?:query|lookup|request|rate|access|quota|daily)[\w ]{0,40}\b(?:limit|exceeded|denied|refused|rate reached)/i,
  /\btoo many (?:queries|requests|connections)\b/i,
  /\b(?:limit|quota) exceeded\b/i,
  /\bblacklisted\b|\bblocked\b|\btry again later\b/i,
];
export const saysTooMany = (text: string): boolean => says(text, refusals);
