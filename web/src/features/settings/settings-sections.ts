import type { Needs } from '../../api/rights.ts';

/** The sections of the settings, in order. What is hidden is refused by the server, too. */
export const settingsSections = [
  { id: 'workspace', label: 'Workspace', needs: 'manage', words: 'name rename owner leave retention' },
  {
    id: 'members',
    label: 'Members',
    needs: 'manage',
    words: 'users people team colleagues roles invitations scope',
  },
  { id: 'tags', label: 'Tags', needs: 'manage', words: 'labels clients rename merge' },
  {
    id: 'channels',
    label: 'Channels',
    needs: 'manage',
    words:
      'alerts notifications mail slack discord teams telegram ntfy apprise webhooks deliveries sent test resume',
  },
  {
    id: 'rules',
    label: 'Rules',
    needs: 'manage',
    words: 'alerts notifications reminders days before recipients people escalation',
  },
  {
    id: 'checks',
    label: 'Checks',
    needs: 'manage',
    words: 'alerts look-ups registry whois rdap dns certificates tls age of passwords expire',
  },
  {
    id: 'quiet-hours',
    label: 'Quiet hours',
    needs: 'manage',
    words: 'alerts time zone night days',
  },
  { id: 'tokens', label: 'Tokens', needs: 'manage', words: 'api keys scripts access' },
  {
    id: 'rotation',
    label: 'Passwords to change',
    needs: 'manage',
    words: 'to rotate rotation leavers former members passwords secrets change',
  },
  {
    id: 'secret-log',
    label: 'Secret log',
    needs: 'manage',
    words: 'secrets passwords revealed copied who saw',
  },
  { id: 'audit', label: 'Audit', needs: 'manage', words: 'log events security sign-ins' },
  {
    id: 'accounts',
    label: 'Accounts',
    needs: 'administrator',
    words: 'users people administrators installation',
  },
  {
    id: 'installation',
    label: 'Installation',
    needs: 'administrator',
    words: 'server version mail smtp sending rotation master key proxy',
  },
  { id: 'jobs', label: 'Jobs', needs: 'administrator', words: 'background tasks queue schedule' },
] as const satisfies readonly { id: string; label: string; needs: Needs; words: string }[];

/** What an address may name, as links of earlier messages do, and the section that it opens. */
export const formerSections: Readonly<Record<string, SettingsSection['id']>> = { alerts: 'channels' };

export type SettingsSection = (typeof settingsSections)[number];
