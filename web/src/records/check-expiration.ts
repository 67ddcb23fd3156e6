import { client } from '@quartermaster/contract/api/client';
import { call } from '../api/call.ts';
import { queryClient } from '../api/queries.ts';
import { toast } from '../ui/toaster.tsx';

/** Has the server bring the statuses up to date with the dates, and tells how many that changed. */
export async function bringStatusesUpToDate(): Promise<void> {
  const { updatesApplied } = await call(client.domains.checkExpiration);
  toast({
    title:
      updatesApplied > 0
        ? `Updated ${updatesApplied} domain(s) expiration status`
        : 'All domain statuses are up to date',
  });
  await queryClient.invalidateQueries();
}
