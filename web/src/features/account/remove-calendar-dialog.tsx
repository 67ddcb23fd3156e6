import type { Calendar } from '@quartermaster/contract/calendars/calendars.schema';
import { client } from '@quartermaster/contract/api/client';
import { queryClient, queryKey } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { toast } from '../../ui/toaster.tsx';

/** Ends the address of a calendar permanently. */
export function RemoveCalendarDialog({ calendar, onClose }: { calendar: Calendar; onClose: () => void }) {
  const { id, name } = calendar;
  const { problem, isPending, submit } = useActionForm(
    {},
    async () => {
      await request(client.calendars.remove, { params: { id } });
      toast({ title: `The calendar ${name} was removed` });
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKey(client.calendars.list) });
    },
    'Failed to remove the calendar',
  );
  return (
    <ActionDialog
      title={`Remove the calendar ${name}?`}
      submit={{ label: 'Remove', busyLabel: 'Removing...', isDanger: true, onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Calendar programs can't read its address any more. It can't be brought back.
      </p>
    </ActionDialog>
  );
}
