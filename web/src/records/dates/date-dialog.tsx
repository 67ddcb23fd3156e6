import type { Area } from '@quartermaster/contract/api/areas';
import { type DateKind, dateKinds } from '@quartermaster/contract/dates/dates.routes';
import type { RecordDate } from '@quartermaster/contract/dates/dates.schema';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { limits } from '@quartermaster/contract/rules/limits';
import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field, type FieldAria } from '../../ui/field.tsx';
import { formatDay } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { ConflictBanner } from '../conflict-banner.tsx';
import { Contested } from '../contested.tsx';
import { autoRenewChoices, autoRenewLabels } from './renewal.ts';
import { type DateValues, dateLabels, useDateForm } from './use-date-form.ts';

interface DateDialogProps {
  area: Area;
  recordId: string;
  /** Undefined for a new one. */
  date: RecordDate | undefined;
  onClose: () => void;
}

// React events bubble through portals: the submit would also save the form behind the dialog.
const keep = (event: SyntheticEvent) => event.stopPropagation();
const keepKeys = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.stopPropagation();
};

const whatChoices = dateKinds.map((value) => ({ value, label: expirationLabels[value] }));

/** Puts a date on a record, or changes one. */
export default function DateDialog({ area, recordId, date, onClose }: DateDialogProps) {
  const form = useDateForm({ area, recordId, date, onClose });
  const { values, set } = form;
  const field = (
    name: keyof DateValues,
    control: (aria: FieldAria) => ReactNode,
    show?: (value: unknown) => ReactNode,
  ) => (
    <Field
      label={dateLabels[name]}
      required={name === 'what' || name === 'date'}
      error={form.errors[name]}
      note={<Contested field={form.contested[name]} {...(show && { show })} />}
    >
      {control}
    </Field>
  );
  const text = (name: keyof DateValues, most: number, more: object = {}) =>
    field(name, (aria) => (
      <Input
        {...aria}
        {...more}
        autoComplete="off"
        maxLength={most}
        value={values[name]}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    ));
  return (
    <div className="contents" onSubmit={keep} onKeyDown={keepKeys}>
      <ActionDialog
        title={date ? 'Edit date' : 'Add date'}
        submitLabel={date ? 'Save date' : 'Add date'}
        busyLabel="Saving..."
        submit={form.submit}
        isPending={form.isPending}
        problem={form.problem}
        onClose={onClose}
      >
        <div className="grid grid-cols-2 items-start gap-4">
          {field(
            'what',
            (aria) => (
              <Select
                {...aria}
                options={whatChoices}
                value={values.what}
                onChange={(what) => set({ what: what as DateKind })}
              />
            ),
            (what) => expirationLabels[what as DateKind],
          )}
          {field(
            'date',
            (aria) => (
              <Input
                {...aria}
                type="date"
                value={values.date}
                onChange={({ target }) => set({ date: target.value })}
              />
            ),
            (day) => (day === '' ? 'no date' : formatDay(String(day))),
          )}
        </div>
        {text('label', limits.dateLabel, { placeholder: 'To tell dates apart: VPS 12' })}
        {field(
          'autoRenew',
          (aria) => (
            <Select
              {...aria}
              options={autoRenewChoices}
              value={values.autoRenew}
              onChange={(word) => set({ autoRenew: word as DateValues['autoRenew'] })}
            />
          ),
          (word) => autoRenewLabels[word as DateValues['autoRenew']],
        )}
        <div className="grid grid-cols-2 items-start gap-4">
          {text('price', limits.date, { inputMode: 'decimal', placeholder: '12.50' })}
          {text('currency', limits.date, { isExact: true, placeholder: 'EUR' })}
        </div>
        {text('payer', limits.payer, { placeholder: 'Who pays: a client, a card' })}
        {form.conflict && <ConflictBanner {...form.conflict} />}
      </ActionDialog>
    </div>
  );
}
