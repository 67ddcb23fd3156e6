import { client } from '@quartermaster/contract/api/client';
import type { MismatchAction } from '@quartermaster/contract/mismatches/mismatches.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { toast } from '../../ui/toaster.tsx';
import { counted } from '../count-text.ts';
import { undoAction } from '../history/undo-action.ts';

interface Asked {
  records: { ids: string[] } | { filter: Record<string, string> };
  action: MismatchAction;
}

const differences = (count: number): string => counted({ one: 'difference' }, count);

/** What was done with so many. */
const done: Readonly<Record<MismatchAction['action'], (count: number) => string>> = {
  takeOver: (count) => `${counted({ one: 'value' }, count)} updated`,
  ignore: (count) => `${differences(count)} ignored until ${count === 1 ? 'it changes' : 'they change'}`,
  unignore: (count) => `${differences(count)} no longer ignored`,
};

/** Records what was found, with Undo in the toast, or ignores it. */
export const useMismatchAction = () =>
  useMutation({
    mutationFn: ({ records, action }: Asked) =>
      request(client.mismatches.bulkActions, { body: { records, do: action } }),
    onSuccess: ({ changed, refused, refusals, batchId }, { action }) => {
      const [first] = refusals;
      const why = first && refused === 1 ? `: ${first.message}` : '';
      const left =
        refused > 0 ? `, ${differences(refused)} left as ${refused === 1 ? 'it is' : 'they are'}${why}` : '';
      toast({
        title: `${done[action.action](changed)}${left}`,
        type: changed === 0 && refused > 0 ? 'error' : 'success',
        ...(batchId && { action: undoAction(batchId) }),
      });
    },
    onError: (error) => toast({ title: messageOf(error, 'Failed to save that'), type: 'error' }),
    onSettled: () => void queryClient.invalidateQueries(),
  });

/** Says how long it takes until something is looked up: registries are asked one thing a second. */
export const sayLooking = (isQueued: boolean): void =>
  toast({
    title: isQueued
      ? 'Looking now: this takes a few seconds, longer if others are asked first'
      : 'There is nothing to look up',
    type: 'info',
  });
