import type { AlertState } from '@quartermaster/contract/alerts/alerts.routes';
import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { entities } from '../entities.ts';
import { alertName } from '../alerts/alert-words.ts';

/** Something that ends, with its alert, or an alert about something else. */
export interface Due {
  id: string;
  name: string;
  expiration: Expiration | null;
  /** null: none is raised. */
  alert: { id: string; state: AlertState } | null;
}

export const dueOfExpiration = (expiration: Expiration): Due => {
  const { id, area, name, alertId, alertState } = expiration;
  const alert = alertId === null || alertState === null ? null : { id: alertId, state: alertState };
  return { id, name: shownName(area, name), expiration, alert };
};

export const dueOfAlert = (alert: ListedAlert): Due => {
  const { id, state, expiration } = alert;
  return { id, name: alertName(alert), expiration, alert: { id, state } };
};

/** Whether it is the record itself that ends, not something on it. */
export const isRecordEnd = ({ id, area, recordId }: Pick<Expiration, 'id' | 'area' | 'recordId'>): boolean =>
  id === `${recordId}.${entities[area].entity.expires?.what}`;

export const hasState =
  (...states: readonly AlertState[]) =>
  ({ alert }: Due): boolean =>
    alert !== null && states.includes(alert.state);

/** Whether it has a date that a renewal moves: certificates are issued anew, passwords changed. */
export const isRenewable = ({ expiration }: Pick<Due, 'expiration'>): boolean =>
  expiration !== null && expiration.what !== 'tls' && expiration.what !== 'password';
