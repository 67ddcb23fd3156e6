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
    id: 'alerts',
    label: 'Alerts',
    needs: 'manage',
    words:
      'channels rules reminders notifications mail slack discord teams telegram ntfy webhooks look-ups checks whois rdap time zone quiet hours',
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

export type SettingsSection = (typeof settingsSections)[number];
