import type { AlertSettings, update } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import type { Db } from '../../db/schema.ts';
import { syncAllSoon } from '../../expiry/later-dates.ts';
import { crossSoon, looksSoon } from '../../jobs/due.ts';
import { alertSettingsOf } from '../../expiry/alert-settings.ts';

type Given = z.output<typeof update.body>;

const given = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export const changeAlertSettings = (db: Db, sender: Caller, fields: Given): Promise<AlertSettings> =>
  asSender(db, sender, async (tx, caller) => {
    const { id: ownerId } = caller.owner;
    await lockWorkspace(tx, ownerId);
    const before = await alertSettingsOf(tx, ownerId);
    const look = { ...before.look, ...given(fields.look ?? {}) };
    const settings: AlertSettings = { ...before, ...given(fields), look };
    if (isDeepStrictEqual(before, settings)) return settings;
    const stored = { settings: JSON.stringify(settings) };
    await tx
      .insertInto('alert_settings')
      .values({ ownerId, ...stored })
      .onConflict((conflict) => conflict.column('ownerId').doUpdateSet(stored))
      .execute();
    if (settings.takeLaterRegistryDate && !before.takeLaterRegistryDate) await syncAllSoon(tx, ownerId);
    if (!isDeepStrictEqual(before.look, look)) await looksSoon(tx, ownerId);
    const changed = Object.entries(settings).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof AlertSettings]),
    );
    await auditBy(tx, caller, { action: 'alert-settings.changed', details: Object.fromEntries(changed) });
    await crossSoon(tx, ownerId);
    return settings;
  });
