import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { bulkActions } from '@quartermaster/contract/expirations/expirations.schema';
import { onePeriodOn } from '@quartermaster/contract/rules/calendar';
import { limits } from '@quartermaster/contract/rules/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsOf, messageOf } from '../../api/error.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDay } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { counted } from '../count-text.ts';
import { priceInput, typedPrice } from '../dates/price-input.ts';
import type { Due } from './due.ts';
import { type RenewalRequest, reloadAfterRenewal, sendRenewal, tellRenewal } from './renew.ts';
import { closeRenewal, useRenewalAsked } from './renewal-asked.ts';

/** So many are named. */
const namedAtMost = 5;

/** Records that something was renewed: until when and for how much, or several by one period each. */
export default function RenewDialog() {
  const { dues } = useRenewalAsked();
  const [only] = dues;
  return only && dues.length === 1 ? <RenewOne dues={dues} due={only} /> : <RenewSeveral dues={dues} />;
}

const useRenewal = (onProblem: (fields: FieldErrors) => void) =>
  useMutation({
    mutationFn: sendRenewal,
    onSuccess: (result, sent: RenewalRequest) => {
      const { dues, onDone } = useRenewalAsked.getState();
      // It may have been closed, and asked about others, before the answer came.
      if (dues === sent.dues) {
        closeRenewal();
        onDone();
      }
      tellRenewal(result, sent);
      return reloadAfterRenewal();
    },
    onError: (error) => onProblem(fieldsOf(error)),
  });

const dateAfter = ({ expiration }: Due): string =>
  expiration?.date == null ? '' : onePeriodOn(expiration.date, expiration.interval);

function RenewOne({ dues, due }: { dues: readonly Due[]; due: Due }) {
  const before = { price: priceInput(due.expiration?.price), currency: due.expiration?.currency ?? '' };
  const [values, setValues] = useState({ date: dateAfter(due), ...before });
  const [errors, setErrors] = useState<FieldErrors>({});
  const renewal = useRenewal(setErrors);
  const isPlaced = Object.keys(errors).some((name) => name.startsWith('do.'));
  const submit = () => {
    const { date, price, currency } = values;
    const action = {
      action: 'renew' as const,
      date,
      ...(price !== before.price && { price: typedPrice(price) as number | null }),
      ...(currency !== before.currency && { currency }),
    };
    const parsed = bulkActions.body.safeParse({ records: { ids: [due.expiration?.id] }, do: action });
    if (!parsed.success) return setErrors(fieldErrors(parsed.error));
    if (!renewal.isPending) renewal.mutate({ dues, action });
  };
  const field = (name: keyof typeof values, label: string, more: object) => (
    <Field label={label} required={name === 'date'} error={errors[`do.${name}`]}>
      {(aria) => (
        <Input
          {...aria}
          {...more}
          autoComplete="off"
          value={values[name]}
          onChange={({ target }) => {
            setValues({ ...values, [name]: target.value });
            setErrors({});
          }}
        />
      )}
    </Field>
  );
  return (
    <ActionDialog
      title={`Renewed ${due.name}`}
      submitLabel="Save"
      busyLabel="Saving..."
      submit={submit}
      isPending={renewal.isPending}
      problem={renewal.error && !isPlaced ? messageOf(renewal.error, 'Failed to save the renewal') : null}
      onClose={closeRenewal}
    >
      {field('date', 'Renewed until', { type: 'date' })}
      <div className="grid grid-cols-2 items-start gap-4">
        {field('price', 'Price', { maxLength: limits.date, inputMode: 'decimal', placeholder: '12.50' })}
        {field('currency', 'Currency', { maxLength: limits.date, isExact: true, placeholder: 'EUR' })}
      </div>
    </ActionDialog>
  );
}

function RenewSeveral({ dues }: { dues: readonly Due[] }) {
  const [, setErrors] = useState<FieldErrors>({});
  const renewal = useRenewal(setErrors);
  const others = dues.length - namedAtMost;
  return (
    <ActionDialog
      title={`Renew ${counted({ one: 'date' }, dues.length)}`}
      focusesSubmit
      submitLabel="Save"
      busyLabel="Saving..."
      submit={() => {
        if (!renewal.isPending) renewal.mutate({ dues, action: { action: 'renew' } });
      }}
      isPending={renewal.isPending}
      problem={renewal.error && messageOf(renewal.error, 'Failed to save the renewals')}
      onClose={closeRenewal}
    >
      <p className="text-sm text-ink-2">Each moves on by one period from its date.</p>
      <ul className="grid gap-1 text-sm">
        {dues.slice(0, namedAtMost).map((due) => (
          <li key={due.id} className="flex justify-between gap-3">
            <span className="clipped">{due.name}</span>
            <span className="shrink-0 text-ink-2">
              {dateAfter(due) === '' ? 'No date' : formatDay(dateAfter(due))}
            </span>
          </li>
        ))}
        {others > 0 && <li className="text-ink-2">and {others} more</li>}
      </ul>
    </ActionDialog>
  );
}
