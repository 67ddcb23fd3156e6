import { client } from '@quartermaster/contract/api/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { fieldsOf, messageOf } from '../api/error.ts';
import { request } from '../api/request.ts';
import { areaOfEntity } from '../records/entities.ts';
import type { Entity } from '../records/entity.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface RotateDialogProps {
  entity: Entity;
  ids: readonly string[];
  onClose: () => void;
}

/** Lists the secrets of these records as to be changed, and opens the list. */
export default function RotateDialog({ entity, ids, onClose }: RotateDialogProps) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const body = { name, area: areaOfEntity(entity), ids: [...ids] };
      const { workList } = await request(client.workLists.create, { body });
      onClose();
      await navigate({ to: '/settings', search: { section: 'rotation', list: workList.id } });
    },
    networkMode: 'always',
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  const change = (typed: string) => {
    setName(typed);
    if (error) reset();
  };
  return (
    <ActionDialog
      title={`Rotate the secrets of ${ids.length} ${ids.length === 1 ? entity.one : entity.many}?`}
      submit={{ label: 'Make the list', busyLabel: 'Listing...', onSubmit }}
      problem={error && !fieldsOf(error).name ? messageOf(error, 'Failed to list the secrets') : null}
      {...{ isPending, onClose }}
    >
      <p className="text-ink-2">
        Makes a list of them to work through. Each ticks itself when its value is another one.
      </p>
      <Field label="Name of the list" required error={fieldsOf(error).name}>
        {(aria) => <Input {...aria} value={name} onChange={({ target }) => change(target.value)} />}
      </Field>
    </ActionDialog>
  );
}
