import { client } from '@quartermaster/contract/api/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';

const sendingQuery = routeQuery(client.deliveries.sending);

/** Said while nothing is sent, as after a restored backup. */
export function SendingBanner() {
  const { data } = useQuery(sendingQuery);
  const resume = useMutation({
    mutationFn: () => request(client.deliveries.resume),
    onSuccess: (resumed) => queryClient.setQueryData(sendingQuery.queryKey, resumed),
  });
  if (!data || data.pausedAt === null) return null;
  return (
    <Banner
      tone="warn"
      title="Sending is paused"
      action={
        <Button busy={resume.isPending} onClick={() => resume.mutate()}>
          Resume
        </Button>
      }
    >
      {resume.isError
        ? messageOf(resume.error, 'Failed to resume')
        : `A backup was restored on ${formatDateTime(data.pausedAt)}. Nothing is sent until somebody resumes it: another copy may have told people already.`}
    </Banner>
  );
}
