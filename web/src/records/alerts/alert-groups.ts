import { alertKinds } from '@quartermaster/contract/alerts/alerts.routes';

/** What open alerts ask for, each with the filters that select it. Dates that were past when imported are in none. */
export const alertGroups = {
  renew: { title: 'To renew', filters: { kind: 'expiry', unconfirmed: 'false', wasPast: 'false' } },
  problems: {
    title: 'Problems',
    filters: { kind: alertKinds.filter((kind) => kind !== 'expiry').join(',') },
  },
  unconfirmed: {
    title: 'Renewal unconfirmed',
    filters: { kind: 'expiry', unconfirmed: 'true', wasPast: 'false' },
  },
} as const satisfies Record<string, { title: string; filters: Readonly<Record<string, string>> }>;
export type AlertGroup = keyof typeof alertGroups;
export const alertGroupNames = Object.keys(alertGroups) as AlertGroup[];
