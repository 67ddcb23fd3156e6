import type { CdnProviderId } from '../catalog/cdn-provider-names.ts';
import { folded } from './folded.ts';

/** The ends of host names, of name servers or targets of CNAME, by which a provider is known. */
const cdnHosts: Readonly<Record<Exclude<CdnProviderId, 'other'>, readonly string[]>> = {
  cloudflare: [
    'cloudflare.com',
    'cloudflare.net',
    'foundationdns.com',
    'foundationdns.net',
    'foundationdns.org',
  ],
  'aws-cloudfront': ['cloudfront.net'],
  keycdn: ['kxcdn.com'],
  bunnycdn: ['b-cdn.net', 'bunny.net', 'bunnyinfra.net'],
  maxcdn: ['netdna-cdn.com', 'netdna-ssl.com', 'stackpathcdn.com', 'stackpathdns.com', 'hwcdn.net'],
  fastly: ['fastly.net', 'fastlylb.net', 'fastly-edge.com'],
};

/** Route 53 points a domain to CloudFront by addresses, without a CNAME. */
const route53 = /(?:^|\.)awsdns-\d+\.(?:com|net|org|co\.uk)$/;

const isBelow = (host: string, end: string) => host === end || host.endsWith(`.${end}`);

/** The CDN providers that name servers and targets of CNAME belong to. */
export function cdnsAt(hosts: readonly string[]): CdnProviderId[] {
  const names = hosts.map((host) => host.toLowerCase().replace(/\.$/, ''));
  return (Object.keys(cdnHosts) as (keyof typeof cdnHosts)[]).filter((provider) =>
    names.some(
      (host) =>
        cdnHosts[provider].some((end) => isBelow(host, end)) ||
        (provider === 'aws-cloudfront' && route53.test(host)),
    ),
  );
}

/** Whether a provider is known by its host names at all. */
export const hasCdnHosts = (provider: string): boolean => provider in cdnHosts;

/** Legal forms, and words that registrars add to their names. */
const additions = new Set(
  (
    'inc incorporated llc ltd limited gmbh ag se kg oy ab as aps bv nv sa sas sarl srl spa sl plc pty pte corp corporation co ' +
    'company uab doo sro the and dba com net org io eu registrar registrars registration registrations registry domain domains ' +
    'hosting cloud operations international group holdings services service i ii iii'
  ).split(' '),
);
/** The same words where they are written together with the name. */
const glued = /(?:registrar|domains?|hosting|cloud)$/;

const wordsOf = (name: string): string[] =>
  folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The words that make out a registrar's name; all of them if nothing else would be left. */
function ownWords(name: string): string[] {
  const words = wordsOf(name);
  const own = words.filter((word) => !additions.has(word) && word.length > 1);
  return own.length > 0 ? own : words;
}

const plain = (words: readonly string[]): string => {
  const joined = words.join('');
  return joined.replace(glued, '') || joined;
};

const isWithin = (some: readonly string[], all: readonly string[]) =>
  some.length > 0 && some.every((word) => all.includes(word));

/** Whether two names are of one registrar: 'GoDaddy.com, LLC' is 'GoDaddy'. */
export function isSameRegistrar(one: string, other: string): boolean {
  const [first, second] = [ownWords(one), ownWords(other)];
  if (first.length === 0 || second.length === 0) return first.length === second.length;
  return plain(first) === plain(second) || isWithin(first, second) || isWithin(second, first);
}
