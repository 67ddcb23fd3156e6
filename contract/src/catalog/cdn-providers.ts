import { type CdnProviderId, cdnProviderNames } from './cdn-provider-names.ts';
import type { CredentialFields } from './credential-field.ts';

export interface CdnProvider {
  name: string;
  /** The documentation of its API, if it has one. */
  docsUrl: string | null;
  fields: CredentialFields;
}

export const cdnProviders: Readonly<Record<CdnProviderId, CdnProvider>> = {
  cloudflare: {
    name: cdnProviderNames.cloudflare,
    docsUrl: 'https://developers.cloudflare.com/api/',
    fields: {
      email: {
        label: 'Email',
        type: 'email',
        required: true,
        description: 'The address of the chosen email account',
      },
      apiKey: {
        label: 'Global API Key',
        type: 'password',
        required: false,
        description: 'Legacy: prefer an API token',
      },
      apiToken: {
        label: 'API Token',
        type: 'password',
        required: false,
        description: 'Recommended: made under My Profile > API Tokens',
      },
      zoneId: {
        label: 'Zone ID',
        type: 'string',
        required: false,
        placeholder: '32 hexadecimal digits',
        description: 'On the overview page of the site',
      },
    },
  },
  'aws-cloudfront': {
    name: cdnProviderNames['aws-cloudfront'],
    docsUrl: 'https://docs.aws.amazon.com/cloudfront/latest/APIReference/Welcome.html',
    fields: {
      accessKeyId: {
        label: 'Access Key ID',
        type: 'string',
        required: true,
        placeholder: 'AKIA…',
      },
      secretAccessKey: { label: 'Secret Access Key', type: 'password', required: true },
      region: { label: 'Region', type: 'string', required: true, placeholder: 'us-east-1' },
    },
  },
  keycdn: {
    name: cdnProviderNames.keycdn,
    docsUrl: 'https://www.keycdn.com/api',
    fields: { apiKey: { label: 'API Key', type: 'password', required: true } },
  },
  bunnycdn: {
    name: cdnProviderNames.bunnycdn,
    docsUrl: 'https://docs.bunny.net/reference/bunnynet-api-overview',
    fields: {
      apiKey: {
        label: 'API Key',
        type: 'password',
        required: true,
        description: 'The account API key, not that of a storage zone',
      },
    },
  },
  maxcdn: {
    name: cdnProviderNames.maxcdn,
    docsUrl: 'https://stackpath.dev/reference',
    fields: {
      clientId: { label: 'Client ID', type: 'string', required: true },
      clientSecret: { label: 'Client Secret', type: 'password', required: true },
    },
  },
  fastly: {
    name: cdnProviderNames.fastly,
    docsUrl: 'https://www.fastly.com/documentation/reference/api/',
    fields: { apiToken: { label: 'API Token', type: 'password', required: true } },
  },
  other: {
    name: cdnProviderNames.other,
    docsUrl: null,
    fields: {
      apiKey: { label: 'API Key', type: 'password', required: false },
      apiSecret: { label: 'API Secret', type: 'password', required: false },
      endpoint: {
        label: 'API Endpoint',
        type: 'url',
        required: false,
        placeholder: 'https://api.example.com',
      },
    },
  },
};
