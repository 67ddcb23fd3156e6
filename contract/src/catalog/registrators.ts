import type { CredentialField, CredentialFields } from './credential-field.ts';

/** A real registrar, ready to become a registrator type. */
export interface PopularRegistrator {
  name: string;
  websiteUrl: string;
  hasApi: boolean;
  apiFields: CredentialFields;
}

type Hints = Pick<CredentialField, 'placeholder' | 'description' | 'readable'> & { optional?: true };

const field =
  (type: CredentialField['type']) =>
  (label: string, { optional, ...hints }: Hints = {}): CredentialField => ({
    label,
    type,
    required: !optional,
    ...hints,
  });
const id = field('string');
const secret = field('password');

/** Fields and labels follow each registrar's own API documentation. */
export const popularRegistrators: readonly PopularRegistrator[] = [
  {
    name: 'GoDaddy',
    websiteUrl: 'https://www.godaddy.com',
    hasApi: true,
    apiFields: {
      apiKey: secret('API Key', { description: 'A production key from developer.godaddy.com/keys' }),
      apiSecret: secret('API Secret', { description: 'Shown once, when the key is created' }),
    },
  },
  {
    name: 'Namecheap',
    websiteUrl: 'https://www.namecheap.com',
    hasApi: true,
    apiFields: {
      apiUser: id('API User', { description: 'The account that API access was enabled for' }),
      apiKey: secret('API Key', { description: 'Profile > Tools > Namecheap API Access' }),
      username: id('Username', { description: 'Usually the same as the API user' }),
      clientIp: id('Client IP', {
        placeholder: '203.0.113.10',
        description: 'An IPv4 address on the whitelist of the account',
      }),
    },
  },
  {
    name: 'Cloudflare Registrar',
    websiteUrl: 'https://www.cloudflare.com/products/registrar/',
    hasApi: true,
    apiFields: {
      accountId: id('Account ID', { placeholder: '32 hexadecimal digits' }),
      apiToken: secret('API Token', { description: 'My Profile > API Tokens' }),
    },
  },
  {
    name: 'Porkbun',
    websiteUrl: 'https://porkbun.com',
    hasApi: true,
    apiFields: {
      apiKey: secret('API Key', { placeholder: 'pk1_…' }),
      secretApiKey: secret('Secret API Key', {
        placeholder: 'sk1_…',
        description: 'API access also has to be switched on for each domain',
      }),
    },
  },
  {
    name: 'Gandi',
    websiteUrl: 'https://www.gandi.net',
    hasApi: true,
    apiFields: {
      personalAccessToken: secret('Personal Access Token', {
        description: 'Made for an organization in the Gandi admin, with an end date',
      }),
      sharingId: id('Sharing ID', {
        optional: true,
        description: 'The organization to bill and to list for',
      }),
    },
  },
  {
    name: 'Dynadot',
    websiteUrl: 'https://www.dynadot.com',
    hasApi: true,
    apiFields: {
      apiKey: secret('API Key', { description: 'Tools > API, the production key' }),
      apiSecret: secret('API Secret', {
        optional: true,
        description: 'Signs the calls of the RESTful API; the older API3 goes without',
      }),
    },
  },
  {
    name: 'Name.com',
    websiteUrl: 'https://www.name.com',
    hasApi: true,
    apiFields: {
      username: id('Username'),
      apiToken: secret('API Token', { description: 'Account settings > API tokens' }),
    },
  },
  {
    name: 'NameSilo',
    websiteUrl: 'https://www.namesilo.com',
    hasApi: true,
    apiFields: { apiKey: secret('API Key', { description: 'API Manager; may be bound to IP addresses' }) },
  },
  {
    name: 'Spaceship',
    websiteUrl: 'https://www.spaceship.com',
    hasApi: true,
    apiFields: {
      apiKey: secret('API Key', { description: 'API Manager, with the scopes for domains' }),
      apiSecret: secret('API Secret', { description: 'Shown once, when the key is created' }),
    },
  },
  {
    name: 'Hostinger',
    websiteUrl: 'https://www.hostinger.com',
    hasApi: true,
    apiFields: { apiToken: secret('API Token', { description: 'hPanel > Account > API' }) },
  },
  {
    name: 'IONOS',
    websiteUrl: 'https://www.ionos.com',
    hasApi: true,
    apiFields: {
      publicPrefix: id('Public Prefix', { description: 'The part of the API key before the dot' }),
      secret: secret('Secret', { description: 'The part of the API key after the dot, shown once' }),
    },
  },
  {
    name: 'OVHcloud',
    websiteUrl: 'https://www.ovhcloud.com',
    hasApi: true,
    apiFields: {
      applicationKey: id('Application Key', { readable: true }),
      applicationSecret: secret('Application Secret'),
      consumerKey: secret('Consumer Key', { description: 'Holds the rights that the token was given' }),
      endpoint: id('Endpoint', {
        optional: true,
        placeholder: 'ovh-eu',
        description: 'ovh-eu, ovh-ca or ovh-us',
      }),
    },
  },
  {
    name: 'Amazon Route 53',
    websiteUrl: 'https://aws.amazon.com/route53/',
    hasApi: true,
    apiFields: {
      accessKeyId: id('Access Key ID', { placeholder: 'AKIA…' }),
      secretAccessKey: secret('Secret Access Key', {
        description: 'Of an IAM user that may call route53domains; the region is always us-east-1',
      }),
    },
  },
  {
    name: 'DNSimple',
    websiteUrl: 'https://dnsimple.com',
    hasApi: true,
    apiFields: {
      accessToken: secret('Access Token', { description: 'An account token or a user token' }),
      accountId: id('Account ID', {
        optional: true,
        placeholder: '1010',
        description: 'Needed with a user token that reaches several accounts',
      }),
    },
  },
  {
    name: 'INWX',
    websiteUrl: 'https://www.inwx.com',
    hasApi: true,
    apiFields: {
      username: id('Username'),
      password: secret('Password'),
      sharedSecret: secret('Shared Secret', {
        optional: true,
        description: 'Makes the one-time codes, when two-factor authentication is on',
      }),
    },
  },
  {
    name: 'OpenSRS',
    websiteUrl: 'https://opensrs.com',
    hasApi: true,
    apiFields: {
      resellerUsername: id('Reseller Username'),
      apiKey: secret('API Key', {
        description: 'Called the private key in the API guide; calls come from an allowed IP address',
      }),
    },
  },
  {
    name: 'Enom',
    websiteUrl: 'https://www.enom.com',
    hasApi: true,
    apiFields: {
      loginId: id('Login ID', { description: 'The uid of a reseller account' }),
      apiToken: secret('API Token', {
        description: 'Takes the place of the account password (pw); calls come from an allowed IP address',
      }),
    },
  },
  {
    name: 'ResellerClub',
    websiteUrl: 'https://www.resellerclub.com',
    hasApi: true,
    apiFields: {
      resellerId: id('Reseller ID', { placeholder: '123456', description: 'Sent as auth-userid' }),
      apiKey: secret('API Key', { description: 'Settings > API; calls come from a whitelisted IP address' }),
    },
  },
  { name: 'Hover', websiteUrl: 'https://www.hover.com', hasApi: false, apiFields: {} },
  {
    name: 'Squarespace Domains',
    websiteUrl: 'https://domains.squarespace.com',
    hasApi: false,
    apiFields: {},
  },
];
