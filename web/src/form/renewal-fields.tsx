import { paidLabels } from '@quartermaster/contract/rules/renewal';
import type { FieldValues, Path } from 'react-hook-form';
import { autoRenewChoices, intervalChoices } from '../records/dates/renewal.ts';
import { DateField } from './date-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import type { FormFieldProps } from './use-form-field.ts';

/** What is known of a renewal; of what is paid until a day, also that, and how often. */
export function RenewalFields<V extends FieldValues>({ form }: Pick<FormFieldProps<V>, 'form'>) {
  const field = (name: keyof typeof paidLabels) => ({ form, name: name as Path<V>, label: paidLabels[name] });
  const isPaid = 'paidUntil' in form.labels;
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">Renewal</legend>
      <h3 aria-hidden className="text-sm font-semibold">
        Renewal
      </h3>
      {isPaid && <DateField {...field('paidUntil')} />}
      <SelectField {...field('autoRenew')} options={autoRenewChoices} />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField {...field('price')} inputMode="decimal" isExact={false} placeholder="12.50" />
        <TextField {...field('currency')} isExact placeholder="EUR" />
      </div>
      {isPaid && <SelectField {...field('interval')} options={intervalChoices} />}
      <TextField {...field('payer')} placeholder="Who pays: a client, a card" />
    </fieldset>
  );
}
