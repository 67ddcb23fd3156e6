/** The providers' names by the ids that accounts store. */
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
