/** The names of the providers, by the ids under which accounts store them. */
export const cdnProviderNames = {
  cloudflare: 'Cloudflare',
  'aws-cloudfront': 'AWS CloudFront',
  keycdn: 'KeyCDN',
  bunnycdn: 'BunnyCDN',
  maxcdn: 'MaxCDN/StackPath',
  fastly: 'Fastly',
  other: 'Other Provider',
} as const;

export type CdnProviderId = keyof typeof cdnProviderNames;
export const cdnProviderIds = Object.keys(cdnProviderNames) as [CdnProviderId, ...CdnProviderId[]];
