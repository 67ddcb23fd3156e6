import { client } from '@quartermaster/contract/api/client';
import { request } from '../api/request.ts';
import { queryClient } from '../api/queries.ts';
import { toast } from '../ui/toaster.tsx';

/** Makes the server update the statuses from the dates, and shows how many changed. */
export async function bringStatusesUpToDate(): Promise<void> {
  const { updatesApplied } = await request(client.domains.checkExpiration);
  toast({
    title:
      updatesApplied > 0
        ? `Updated ${updatesApplied} domain(s) expiration status`
        : 'All domain statuses are up to date',
  });
  await queryClient.invalidateQueries();
}
