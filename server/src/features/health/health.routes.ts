import { health, ready } from '@quartermaster/contract/health/health.schema';
import { expectReady } from '../../db/ready.ts';
import { implementPublic } from '../../http/implement.ts';
import type { Services } from '../../services.ts';

export function healthRoutes({ api, db, keyring }: Services): void {
  implementPublic(api, health, () => Promise.resolve({ status: 'ok' as const }));
  implementPublic(api, ready, async () => {
    await expectReady(db);
    keyring.expectOpen();
    return { status: 'ready' as const };
  });
}
