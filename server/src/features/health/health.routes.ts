import { health, ready } from '@quartermaster/contract/health/health.schema';
import { answers } from '../../db/open.ts';
import { implementPublic } from '../../http/implement.ts';
import type { Services } from '../../services.ts';

export function healthRoutes({ api, db, keyring }: Services): void {
  implementPublic(api, health, () => Promise.resolve({ status: 'ok' as const }));
  implementPublic(api, ready, async () => {
    await answers(db);
    keyring.expectOpen();
    return { status: 'ready' as const };
  });
}
