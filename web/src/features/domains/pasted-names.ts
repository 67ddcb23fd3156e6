import { isDomainName, toAsciiDomain } from '@quartermaster/contract/rules/domain-name';

const isName = (text: string): boolean => isDomainName(toAsciiDomain(text));
const address = /^([a-z][a-z\d+.-]*:)?\/\/|^[^\s/.]+\.[^\s/:?#]+[/:?#]/i;

/** The host of a web address, as written there; undefined for other text. */
export function hostOf(text: string): string | undefined {
  const typed = text.trim();
  if (!address.test(typed)) return undefined;
  const host = typed.replace(/^([a-z][a-z\d+.-]*:)?\/\//i, '').split(/[/?#]/)[0] ?? '';
  const name = host.replace(/^.*@/, '').replace(/:\d+$/, '').replace(/\.$/, '');
  return isName(name) ? name.toLowerCase() : undefined;
}

/** A name as typed or pasted, without a final dot, a scheme and a path. */
export function tidyName(text: string): string {
  const typed = text.trim();
  return hostOf(typed) ?? (isName(typed.replace(/\.$/, '')) ? typed.replace(/\.$/, '') : text);
}

/** The names in a pasted list; empty for other text. */
export function severalNames(text: string): string[] {
  const names = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(tidyName);
  return names.length > 1 && names.every(isName) ? names : [];
}
