import type { AlertSettings } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { client } from '@quartermaster/contract/api/client';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { toast } from '../../ui/toaster.tsx';

/** Saves some settings of the workspace's alerts and says so. */
export async function saveAlertSettings(body: Partial<AlertSettings>): Promise<void> {
  await request(client.alertSettings.update, { body });
  toast({ title: 'Settings saved' });
  await queryClient.invalidateQueries();
}
