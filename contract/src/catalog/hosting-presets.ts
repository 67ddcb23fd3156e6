import type { CredentialFields } from './credential-field.ts';

export interface HostingPreset {
  /** Stored as the account's provider, spelled exactly so. */
  provider: string;
  panelUrl: string;
  fields: CredentialFields;
}

/** Any other provider is free text with free credential names. */
export const hostingPresets: readonly HostingPreset[] = [
  {
    provider: 'DigitalOcean',
    panelUrl: 'https://cloud.digitalocean.com',
    fields: {
      apiToken: { label: 'API Token', type: 'password', required: true, placeholder: 'dop_v1_…' },
    },
  },
  {
    provider: 'AWS',
    panelUrl: 'https://console.aws.amazon.com',
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
  {
    provider: 'Vultr',
    panelUrl: 'https://my.vultr.com',
    fields: { apiKey: { label: 'API Key', type: 'password', required: true } },
  },
  {
    provider: 'Linode',
    panelUrl: 'https://cloud.linode.com',
    fields: { personalAccessToken: { label: 'Personal Access Token', type: 'password', required: true } },
  },
  {
    provider: 'Hetzner',
    panelUrl: 'https://console.hetzner.cloud',
    fields: {
      apiToken: {
        label: 'API Token',
        type: 'password',
        required: true,
        description: 'Made for one project, under Security > API tokens',
      },
    },
  },
  {
    provider: 'Google Cloud',
    panelUrl: 'https://console.cloud.google.com',
    fields: {
      projectId: { label: 'Project ID', type: 'string', required: true, placeholder: 'my-project-123456' },
      serviceAccountKey: {
        label: 'Service Account Key',
        type: 'password',
        required: true,
        description: 'The content of the JSON key file',
      },
    },
  },
];
