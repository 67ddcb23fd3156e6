import { client } from '@quartermaster/contract/api/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { PanelRow } from '../../records/panel-list.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toaster.tsx';
import { RightsText } from '../../access/workspaces/rights-text.tsx';

export const invitationsQuery = routeQuery(client.invitations.list);

/** The open invitations; renders nothing without any. */
export function Invitations() {
  const { data } = useQuery(invitationsQuery);
  const remove = useMutation({
    mutationFn: (id: string) => request(client.invitations.remove, { params: { id } }),
    onError: (error) =>
      toast({ title: messageOf(error, 'Failed to withdraw the invitation'), type: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  const invitations = data?.invitations ?? [];
  if (invitations.length === 0) return null;
  return (
    <Panel title={`Invitations (${invitations.length})`}>
      <ul className="panel-rows">
        {invitations.map(({ id, email, expiresAt, ...rights }) => (
          <PanelRow
            key={id}
            name={email}
            detail={`Until ${formatDateTime(expiresAt)}`}
            badges={<RightsText {...rights} />}
          >
            <IconButton
              label={`Withdraw the invitation of ${email}`}
              icon={X}
              disabled={remove.isPending}
              onClick={() => remove.mutate(id)}
            />
          </PanelRow>
        ))}
      </ul>
    </Panel>
  );
}
