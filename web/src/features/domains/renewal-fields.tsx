import { renewalLabels } from '@quartermaster/contract/rules/renewal';
import type { FieldValues, Path } from 'react-hook-form';
import { SelectField } from '../../form/select-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import { autoRenewChoices } from '../../records/dates/renewal.ts';

/** What is known of a domain's renewal. */
export function RenewalFields<V extends FieldValues>({ form }: { form: RecordForm<V> }) {
  const field = (name: string) => ({ form, name: name as Path<V> });
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">Renewal</legend>
      <h3 aria-hidden className="text-sm font-semibold">
        Renewal
      </h3>
      <SelectField {...field('autoRenew')} label={renewalLabels.autoRenew} options={autoRenewChoices} />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField {...field('price')} inputMode="decimal" isExact={false} placeholder="12.50" />
        <TextField {...field('currency')} isExact placeholder="EUR" />
      </div>
      <TextField {...field('payer')} placeholder="Who pays: a client, a card" />
    </fieldset>
  );
}
