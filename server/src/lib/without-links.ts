import { inOneLine } from './in-one-line.ts';

/** What programs show as a link; a name of a domain by itself is what most mails are about. */
function isLink(word: string): boolean {
  const folded = word.toLowerCase();
  return (
    folded.includes('://') ||
    folded.includes('www.') ||
    folded.includes('mailto:') ||
    (folded.includes('.') && folded.includes('/'))
  );
}

/** A text that people typed in one line, without links: for subjects of mail, and for who asks in it. */
export const withoutLinks = (text: string): string =>
  inOneLine(text)
    .split(/\s+/u)
    .map((word) => (isLink(word) ? '[link]' : word))
    .join(' ')
    .trim();
