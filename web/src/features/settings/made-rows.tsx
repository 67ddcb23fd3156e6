import { client } from '@quartermaster/contract/api/client';
import type { Made } from '@quartermaster/contract/exposure/exposure.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { PanelRow } from '../../records/panel-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { toast } from '../../ui/toaster.tsx';

const kinds = { channel: 'Channel', rule: 'Alert rule', calendar: 'Calendar' } as const;

/** What a person made that goes on telling of the workspace's records. */
export function MadeRows({ userId, made }: { userId: string; made: readonly Made[] }) {
  const off = useMutation({
    mutationFn: ({ kind, id }: Made) =>
      request(client.exposure.turnOff, { params: { userId }, body: { kind, id } }),
    onError: (error) => toast({ title: messageOf(error, 'Failed to turn it off'), type: 'error' }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <ul className="panel-rows">
      {made.map((each) => {
        const { kind, id, name, isActive, createdAt } = each;
        return (
          <PanelRow
            key={`${kind} ${id}`}
            name={name}
            detail={
              <p className="clipped">
                {kinds[kind]} · created {formatDateTime(createdAt)}
              </p>
            }
          >
            {isActive ? (
              <Button
                busy={off.isPending && off.variables.id === id}
                aria-label={`Turn off ${name}`}
                onClick={() => off.mutate(each)}
              >
                Turn off
              </Button>
            ) : (
              <Badge tone="mute">Off</Badge>
            )}
          </PanelRow>
        );
      })}
    </ul>
  );
}
