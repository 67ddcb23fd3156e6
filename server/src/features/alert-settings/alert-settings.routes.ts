import * as alertSettings from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { implement } from '../../http/implement.ts';
import { alertSettingsOf } from '../../expiry/alert-settings.ts';
import type { Services } from '../../services.ts';
import { changeAlertSettings } from './alert-settings.service.ts';

export function alertSettingsRoutes({ api, db }: Services): void {
  implement(api, alertSettings.get, async ({ caller }) => ({
    settings: await alertSettingsOf(db, caller.owner.id),
  }));
  implement(api, alertSettings.update, async ({ caller, body }) => ({
    settings: await changeAlertSettings(db, caller, body),
  }));
}
