import type { Exposed, WorkItem, WorkState } from '@quartermaster/contract/exposure/exposure.schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queries.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { entities } from '../../records/entities.ts';
import { PanelRow } from '../../records/panel-list.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { InputField } from '../../ui/input-field.tsx';
import { toast } from '../../ui/toaster.tsx';
import { RecordLink } from './record-link.tsx';

type Item = Exposed | WorkItem;
interface Decision {
  state: WorkState;
  reason?: string;
}
type Decide = (item: Item, decision: Decision) => Promise<unknown>;

const tones = { open: 'warn', rotated: 'ok', ignored: 'mute' } as const;
const labels = { open: 'Open', rotated: 'Rotated', ignored: 'Ignored' } as const;
const howLabels = { copied: 'Copied', revealed: 'Revealed', set: 'Typed in', listed: 'Listed' } as const;

const when = (item: Item): string =>
  'how' in item
    ? `${howLabels[item.how]} ${formatDateTime(item.lastAt)}`
    : `Since ${formatDateTime(item.since)}`;

/** Secrets to change; one is ticked when its value changes. */
export function WorkRows({ items, decide }: { items: readonly Item[]; decide: Decide }) {
  const [ignoring, setIgnoring] = useState<Item>();
  const save = useMutation({
    mutationFn: ({ item, state }: { item: Item; state: WorkState }) => decide(item, { state }),
    onError: (error) => toast({ title: messageOf(error, 'Failed to save'), type: 'error' }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <>
      <ul className="panel-rows">
        {items.map((item) => {
          const { area, recordId, recordName, field, fieldName, state, changed, reason } = item;
          return (
            <PanelRow
              key={`${area} ${recordId} ${field}`}
              name={<RecordLink area={area} recordId={recordId} name={recordName} />}
              detail={
                <p className="clipped">
                  {entities[area].entity.one} · {fieldName} · {when(item)}
                  {reason !== null && ` · ${reason}`}
                </p>
              }
            >
              <Badge tone={tones[state]}>{labels[state]}</Badge>
              {!changed && (
                <span className="flex gap-1">
                  {state === 'open' ? (
                    <>
                      <Button variant="ghost" onClick={() => save.mutate({ item, state: 'rotated' })}>
                        Done
                      </Button>
                      <Button variant="ghost" onClick={() => setIgnoring(item)}>
                        Ignore
                      </Button>
                    </>
                  ) : (
                    <Button variant="ghost" onClick={() => save.mutate({ item, state: 'open' })}>
                      Reopen
                    </Button>
                  )}
                </span>
              )}
            </PanelRow>
          );
        })}
      </ul>
      {ignoring && <IgnoreDialog item={ignoring} decide={decide} onClose={() => setIgnoring(undefined)} />}
    </>
  );
}

function IgnoreDialog({ item, decide, onClose }: { item: Item; decide: Decide; onClose: () => void }) {
  const { values, set, errorOf, field, ...form } = useActionForm(
    { reason: '' },
    async ({ reason }) => {
      await decide(item, { state: 'ignored', reason });
      await queryClient.invalidateQueries();
      onClose();
    },
    'Failed to save',
  );
  return (
    <ActionDialog
      title={`Leave this secret of ${item.recordName} as it is?`}
      submitLabel="Ignore"
      busyLabel="Saving..."
      {...form}
      onClose={onClose}
    >
      <InputField label="Reason" required {...field('reason')} />
    </ActionDialog>
  );
}
