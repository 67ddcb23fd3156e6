import { client } from '@quartermaster/contract/api/client';
import type { Account } from '@quartermaster/contract/installation/installation.schema';
import { useQuery } from '@tanstack/react-query';
import { entityKey, queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toaster.tsx';
import { countsInWords } from '../../records/counts-in-words.ts';

/** Names what is deleted with the account and what prevents it, and asks for the account's address. */
export function DeleteAccountDialog({
  account: { id, email },
  onClose,
}: {
  account: Account;
  onClose: () => void;
}) {
  const { data, error } = useQuery({
    ...routeQuery(client.installation.account, { params: { id } }),
    staleTime: 0,
  });
  const { values, set, problem, isPending, submit } = useActionForm(
    { typed: '' },
    async () => {
      await request(client.installation.removeAccount, { params: { id } });
      await queryClient.invalidateQueries({ queryKey: entityKey('/installation') });
      toast({ title: `The account of ${email} is deleted` });
      onClose();
    },
    'Failed to delete the account',
  );
  const isBlocked = data !== undefined && data.lastOwnerOf.length > 0;
  return (
    <ActionDialog
      title={`Delete the account of ${email}?`}
      {...(!isBlocked && {
        submit: {
          label: 'Delete the account',
          busyLabel: 'Deleting...',
          isDanger: true,
          isDisabled: data === undefined || values.typed.trim() !== email,
          onSubmit: submit,
        },
      })}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <ProblemBanner title="Failed to load what would be deleted with the account" error={error} />
      {isBlocked && (
        <Banner tone="warn" title="They are the last owner of workspaces with other members">
          {data.lastOwnerOf.map(({ name }) => name).join(', ')}: make another member an owner there first.
        </Banner>
      )}
      {data && !isBlocked && (
        <>
          {data.deletes.length > 0 && (
            <div className="grid gap-1 text-ink-2">
              <p>These workspaces have no other members and are deleted too, with their history:</p>
              <ul className="list-disc pl-5">
                {data.deletes.map(({ id: workspace, name, counts }) => (
                  <li key={workspace}>
                    <span className="font-medium text-ink">{name}</span>: {countsInWords(counts)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <p className="text-ink-2">
            What they wrote in other workspaces stays, and the logs keep their name. This can’t be undone.
          </p>
          <Field label={`Type ${email} to confirm`}>
            {(aria) => (
              <Input
                {...aria}
                value={values.typed}
                autoComplete="off"
                isExact
                onChange={({ target }) => set({ typed: target.value })}
              />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
