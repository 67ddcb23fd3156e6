/** A meaning expressed by color. Text always expresses the same. */
export type Tone = 'ok' | 'warn' | 'hot' | 'bad' | 'info' | 'mute' | 'violet' | 'teal' | 'pink';

/** Text on the soft background of its tone. */
export const toneClass: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  hot: 'bg-hot-soft text-hot',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  mute: 'bg-mute-soft text-mute',
  violet: 'bg-violet-soft text-violet',
  teal: 'bg-teal-soft text-teal',
  pink: 'bg-pink-soft text-pink',
};

/** Bars and dots of its tone. */
export const fillClass: Record<Tone, string> = {
  ok: 'fill-ok',
  warn: 'fill-warn',
  hot: 'fill-hot',
  bad: 'fill-bad',
  info: 'fill-info',
  mute: 'fill-mute',
  violet: 'fill-violet',
  teal: 'fill-teal',
  pink: 'fill-pink',
};

const tagTones: Record<string, Tone> = {
  client: 'info',
  project: 'violet',
  priority: 'bad',
  env: 'ok',
  purpose: 'warn',
  region: 'teal',
  provider: 'hot',
  status: 'pink',
};

export const tagTone = (type: string): Tone => tagTones[type.toLowerCase()] ?? 'mute';

const statusTones: Record<string, Tone> = {
  ACTIVE: 'ok',
  INACTIVE: 'mute',
  EXPIRING: 'warn',
  EXPIRED: 'bad',
  BLOCKED: 'hot',
  TRANSFERRED: 'violet',
  MAINTENANCE: 'info',
  'AUTH MISSING': 'bad',
  'ACTIVE (API)': 'ok',
  'ACTIVE (API INCOMPLETE)': 'warn',
};

export const statusTone = (status: string): Tone => statusTones[status.toUpperCase()] ?? 'mute';
