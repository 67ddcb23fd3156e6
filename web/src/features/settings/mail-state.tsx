import { client } from '@quartermaster/contract/api/client';
import type { Installation } from '@quartermaster/contract/installation/installation.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';

/** The server gives up before that. */
const timeoutMs = 30_000;

/** The sender, the queue and the latest failure, with a mail to try it. */
export function MailState({ from, waiting, lastError }: NonNullable<Installation['mail']>) {
  const test = useMutation({
    mutationFn: () => request(client.installation.testMail, { timeoutMs }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: entityKey(client.installation.get.path) }),
  });
  const queue = waiting === 0 ? 'none waits' : `${formatNumber(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`;
  return (
    <>
      <p>
        From {from}; {queue}
      </p>
      {lastError !== null && lastError !== test.data?.problem && (
        <p className="text-bad">The last failure was: {lastError}</p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          Send a test mail
        </Button>
        <p role="status" className={test.isError || test.data?.problem ? 'text-bad' : 'text-ink-2'}>
          {test.isError && messageOf(test.error, 'Failed to send a test mail')}
          {test.data && outcomeOf(test.data)}
        </p>
      </div>
    </>
  );
}

const outcomeOf = ({ to, problem }: { to: string; problem: string | null }): string =>
  problem === null ? `The mail server accepted a mail to ${to}` : `Not sent: ${problem}`;
