import type { ChannelType } from '@quartermaster/contract/channels/channels.routes';
import { apprise } from './apprise.ts';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import type { HttpChannel } from './outgoing.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

type Http = Exclude<ChannelType, 'mail'>;

export const httpChannels: { [T in Http]: HttpChannel<T> } = {
  slack,
  discord,
  teams,
  telegram,
  ntfy,
  apprise,
  webhook,
};
