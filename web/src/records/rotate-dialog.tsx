import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { counted } from './count-text.ts';
import { areaOfEntity } from './entities.ts';
import type { Entity } from './entity.ts';
import { useImpact } from './impact-summary.tsx';
import { ProblemBanner } from './problem-banner.tsx';
import { Resettable } from './resettable.tsx';
import { useActionForm } from './use-action-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { InputField } from '../ui/input-field.tsx';

interface RotateDialogProps {
  entity: Entity;
  ids: readonly string[];
  onClose: () => void;
}

/** Creates a list of these records' secrets to change, with those of the accounts that they can reset, and opens it. */
export default function RotateDialog({ entity, ids, onClose }: RotateDialogProps) {
  const navigate = useNavigate();
  const area = areaOfEntity(entity);
  const mayReset = entity.resets === true && ids.length <= limits.impactRecords;
  const impact = useImpact(area, { ids }, mayReset);
  const resettable = (impact.data?.nodes ?? []).filter(
    ({ canReset, secretFields }) => canReset && secretFields.length > 0,
  );
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const { field, ...form } = useActionForm(
    { name: '' },
    async ({ name }) => {
      const ticked = resettable.filter(({ id }) => !leftOut.has(id));
      const also = [...Map.groupBy(ticked, (node) => node.area)].map(([kind, nodes]) => ({
        area: kind,
        ids: nodes.map(({ id }) => id),
      }));
      const body = { name, area, ids: [...ids], also };
      const { workList } = await request(client.workLists.create, { body });
      onClose();
      await navigate({ to: '/settings', search: { section: 'rotation', list: workList.id } });
    },
    'Failed to list the secrets',
  );
  return (
    <ActionDialog
      title={`Rotate the secrets of ${counted(entity, ids.length)}?`}
      submitLabel="Create list"
      busyLabel="Creating..."
      isDisabled={impact.isLoading}
      {...form}
      onClose={onClose}
    >
      <p className="text-ink-2">Creates a list of them to work through. Each is ticked when you change it.</p>
      <InputField label="Name of the list" required {...field('name')} />
      <ProblemBanner
        title="Failed to load what can be reset"
        error={impact.error}
        onRetry={() => void impact.refetch()}
      />
      {resettable.length > 0 && <Resettable nodes={resettable} leftOut={leftOut} onChange={setLeftOut} />}
    </ActionDialog>
  );
}
