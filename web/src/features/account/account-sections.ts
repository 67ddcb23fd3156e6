/** The sections of a person's account, in order. */
export const accountSections = [
  { id: 'profile', label: 'Profile', words: 'name address email theme dark light appearance' },
  {
    id: 'security',
    label: 'Security',
    words:
      'password second factor 2fa totp authenticator recovery codes passkeys single sign-on sessions devices events',
  },
  { id: 'notifications', label: 'Notifications', words: 'digest mail calendars ical ics feed subscriptions' },
  { id: 'workspaces', label: 'Workspaces', words: 'teams switch leave default new' },
  { id: 'tokens', label: 'Tokens', words: 'api keys scripts access' },
] as const;

export type AccountSection = (typeof accountSections)[number];
