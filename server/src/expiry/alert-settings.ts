import {
  type AlertSettings,
  initialAlertSettings,
} from '@quartermaster/contract/alert-settings/alert-settings.schema';
import type { Db } from '../db/schema.ts';

/** A workspace's settings for alerts; what it has not changed is as at first. */
export async function alertSettingsOf(db: Db, ownerId: string): Promise<AlertSettings> {
  const row = await db
    .selectFrom('alert_settings')
    .select('settings')
    .where('ownerId', '=', ownerId)
    .executeTakeFirst();
  const changed = row ? (JSON.parse(row.settings) as Partial<AlertSettings>) : {};
  return { ...initialAlertSettings, ...changed, look: { ...initialAlertSettings.look, ...changed.look } };
}
