import type { BulkAction, BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { entities } from '../../records/entities.ts';
import { type Entity, capital } from '../../records/entity.ts';
import { Field } from '../../ui/field.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { type BulkField, bulkValue } from './bulk-fields.ts';
import { counted } from '../../records/count-text.ts';
import { RecordPicker } from '../record-picker.tsx';

interface SetFieldProps {
  field: BulkField;
  entity: Entity;
  count: number;
  /** Asks the server what the action would do. */
  preview: (action: BulkAction) => Promise<BulkActionResult>;
  /** `to` names the record that is chosen. */
  onAction: (action: BulkAction, to?: string) => void;
  onClose: () => void;
}

/** With more choices, a search field appears. */
const fewChoices = 10;

/** Asks for a field's new value, and shows what it would change. */
export function SetField({ field, entity, count, preview, onAction, onClose }: SetFieldProps) {
  const { name, label, emptyLabel, choices, area } = field;
  const [value, setValue] = useState(choices && !emptyLabel ? choices[0]?.value : undefined);
  const [to, setTo] = useState<string>();
  const [isMissed, setMissed] = useState(false);
  const action = value === undefined ? undefined : actionOf(field, value);
  const answer = useQuery({
    queryKey: [entity.path, 'preview', action, count],
    queryFn: () => action && preview(action),
    enabled: action !== undefined,
    gcTime: 0,
  });
  const empty = emptyLabel === undefined ? [] : [{ value: '', label: emptyLabel }];
  const options = [...empty, ...(choices ?? [])];
  const choose = (next: string, label?: string) => {
    setMissed(false);
    setValue(next);
    setTo(area && next !== '' ? label : undefined);
  };
  return (
    <ActionDialog
      title={`Set the ${label} of ${counted(entity, count)}`}
      submitLabel={`Set ${label}`}
      submit={() => (action ? onAction(action, to) : setMissed(true))}
      onClose={onClose}
    >
      <Field
        label={capital(label)}
        required={emptyLabel === undefined}
        error={isMissed ? `${capital(label)} is required` : undefined}
      >
        {(aria) => {
          if (name === 'expirationDate')
            return (
              <Input
                {...aria}
                type="date"
                value={value ?? ''}
                onChange={({ target }) => choose(target.value)}
              />
            );
          if (choices && choices.length <= fewChoices && !emptyLabel)
            return <Select {...aria} options={choices} value={value ?? ''} onChange={choose} />;
          const target = area && entities[area].entity;
          return (
            <RecordPicker aria={aria} entity={target} options={options} value={value} onChange={choose} />
          );
        }}
      </Field>
      <div className="min-h-5 text-sm text-ink-2" role="status">
        {answer.data ? <Preview {...answer.data} /> : messageOf(answer.error, '')}
      </div>
    </ActionDialog>
  );
}

const actionOf = (field: BulkField, value: string): BulkAction =>
  field.name === 'status'
    ? { action: 'setStatus', status: value }
    : { action: 'set', fields: { [field.name]: bulkValue(field, value) } };

/** '23 change, 2 already so', and the names of records that will be refused. */
function Preview({ changed, unchanged, refused, refusals }: BulkActionResult) {
  return (
    <>
      <p>
        {formatNumber(changed)} change, {formatNumber(unchanged)} already so
        {refused > 0 && `, ${formatNumber(refused)} will be refused:`}
      </p>
      {refusals.slice(0, 5).map(({ id, name, message }) => (
        <p key={id} className="wrap-anywhere text-warn">
          <b className="font-medium">{name}</b>: {message}
        </p>
      ))}
    </>
  );
}
