import { type CdnProviderId, cdnProviderNames } from '@quartermaster/contract/catalog/cdn-provider-names';
import { Box, Cloud, CloudCog, KeyRound, Layers, type LucideIcon, Rabbit, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Marked } from '../../ui/marked.tsx';
import type { Tone } from '../../ui/tone.ts';

// Created once: a table has many rows.
const made = (Icon: LucideIcon) => <Icon aria-hidden className="-ml-0.5 size-3.5" strokeWidth={2} />;

const looks: Record<CdnProviderId, { icon: ReactNode; tone: Tone }> = {
  cloudflare: { icon: made(Cloud), tone: 'hot' },
  'aws-cloudfront': { icon: made(CloudCog), tone: 'warn' },
  keycdn: { icon: made(KeyRound), tone: 'info' },
  bunnycdn: { icon: made(Rabbit), tone: 'pink' },
  maxcdn: { icon: made(Layers), tone: 'violet' },
  fastly: { icon: made(Zap), tone: 'bad' },
  other: { icon: made(Box), tone: 'mute' },
};

export const providerName = (provider: CdnProviderId): string => cdnProviderNames[provider];

export function ProviderBadge({ provider }: { provider: CdnProviderId }) {
  const { icon, tone } = looks[provider];
  return (
    <Badge tone={tone}>
      <span className="inline-flex items-center gap-1">
        {icon}
        <Marked>{providerName(provider)}</Marked>
      </span>
    </Badge>
  );
}
