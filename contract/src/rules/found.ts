import type { CdnProviderId } from '../catalog/cdn-provider-names.ts';

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
