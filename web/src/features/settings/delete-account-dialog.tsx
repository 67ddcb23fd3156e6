import { client } from '@quartermaster/contract/api/client';
import type { Account } from '@quartermaster/contract/installation/installation.schema';
import { useQuery } from '@tanstack/react-query';
import { entityKey, queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Banner } from '../../ui/banner.tsx';
import { toast } from '../../ui/toaster.tsx';
import { countsInWords } from '../../records/count-text.ts';

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
  const isBlocked = data !== undefined && data.lastOwnerOf.length > 0;
  return (
    <RemoveDialog
      title={`Delete the account of ${email}?`}
      label="Delete the account"
      failure="Failed to delete the account"
      typed={data && email}
      isDisabled={data === undefined}
      isRefused={isBlocked}
      onRemove={async () => {
        await request(client.installation.removeAccount, { params: { id } });
        await queryClient.invalidateQueries({ queryKey: entityKey('/installation') });
        toast({ title: `The account of ${email} is deleted` });
      }}
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
        </>
      )}
    </RemoveDialog>
  );
}
