import { client } from '@quartermaster/contract/api/client';
import type { AlertAction } from '@quartermaster/contract/alerts/alerts.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { toast } from '../../ui/toaster.tsx';
import { counted } from '../count-text.ts';

const done: Readonly<Record<AlertAction['action'], string>> = {
  acknowledge: 'acknowledged',
  snooze: 'snoozed',
  letExpire: 'marked as not renewing',
  reopen: 'reopened',
};

interface Deed {
  ids: readonly string[];
  does: AlertAction;
}

const send = ({ ids, does }: Deed) =>
  request(client.alerts.bulkActions, { body: { records: { ids: [...ids] }, do: does } });

const refresh = () =>
  Promise.all(
    [client.alerts, client.expirations].map(({ list }) =>
      queryClient.invalidateQueries({ queryKey: entityKey(list.path) }),
    ),
  );

/** Acts on alerts; a message offers to undo it. */
export function useAlertAction() {
  return useMutation({
    mutationFn: send,
    onSuccess: ({ changed, refusals }, { ids, does }) => {
      if (changed === 0 && refusals[0]) return toast({ type: 'error', title: refusals[0].message });
      const undo = () => void send({ ids, does: { action: 'reopen' } }).finally(() => void refresh());
      toast({
        title: `${counted({ one: 'alert' }, changed)} ${done[does.action]}`,
        action: does.action === 'reopen' ? undefined : { label: 'Undo', run: undo },
      });
    },
    onError: (error) => toast({ type: 'error', title: messageOf(error, 'Failed to change the alert') }),
    onSettled: () => refresh(),
  });
}

const dayMs = 86_400_000;

export const snoozeFor = (days: number): AlertAction => ({
  action: 'snooze',
  until: new Date(Date.now() + days * dayMs).toISOString(),
});

export const snoozes: readonly { days: number; label: string }[] = [
  { days: 1, label: 'For a day' },
  { days: 3, label: 'For 3 days' },
  { days: 7, label: 'For a week' },
  { days: 30, label: 'For 30 days' },
];
