import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { etagOf } from '@quartermaster/contract/api/etag';
import { type Contest, merge } from '@quartermaster/contract/api/merge';
import type { DateKind } from '@quartermaster/contract/dates/dates.routes';
import { type RecordDate, create, update } from '@quartermaster/contract/dates/dates.schema';
import { inSentence } from '@quartermaster/contract/rules/field-label';
import { type AutoRenew, renewalLabels } from '@quartermaster/contract/rules/renewal';
import { same } from '@quartermaster/contract/rules/same';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldsOf, isNotFound, isOutdated, messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queries.ts';
import { requestWrite } from '../../api/request.ts';
import { toast } from '../../ui/toaster.tsx';
import type { Conflict } from '../conflict-banner.tsx';
import type { ContestedField } from '../contested.tsx';
import { undoAction } from '../history/undo-action.ts';
import { latestDate } from './dates-query.ts';
import { priceInput, typedPrice } from './price-input.ts';

/** A date as the form holds it: blank texts are none. */
export interface DateValues {
  what: DateKind;
  date: string;
  label: string;
  autoRenew: AutoRenew;
  price: string;
  currency: string;
  payer: string;
}

const usual: Partial<Record<Area, DateKind>> = {
  hostings: 'hosting',
  servers: 'server',
  proxies: 'proxy',
  cdn: 'cdn',
};

const blank = { date: '', label: '', autoRenew: 'UNKNOWN', price: '', currency: '', payer: '' } as const;

const valuesOf = ({ what, date, label, autoRenew, price, currency, payer }: RecordDate): DateValues => ({
  what,
  date,
  label: label ?? '',
  autoRenew,
  price: priceInput(price),
  currency: currency ?? '',
  payer: payer ?? '',
});

/** A price that is no number stays a text, which the rule refuses. */
const bodyOf = ({ price, ...texts }: DateValues) => ({ ...texts, price: typedPrice(price) as number | null });
type Body = ReturnType<typeof bodyOf>;

export const dateLabels: Readonly<Record<keyof DateValues, string>> = {
  what: 'What',
  date: 'Date',
  label: 'Label',
  ...renewalLabels,
};
const isName = (name: string): name is keyof DateValues => Object.hasOwn(dateLabels, name);

interface Options {
  area: Area;
  recordId: string;
  date: RecordDate | undefined;
  onClose: () => void;
}

/** The form of a date. What somebody else saved meanwhile is merged; it asks about what both changed. */
export function useDateForm({ area, recordId, date, onClose }: Options) {
  // The version that the person saw.
  const [base, setBase] = useState(date);
  const [values, setValues] = useState<DateValues>(
    date ? valuesOf(date) : { ...blank, what: usual[area] ?? 'other' },
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  const [contests, setContests] = useState<readonly Contest[]>([]);
  const [isDeleted, setDeleted] = useState(false);

  const write = (body: Body, over: RecordDate | undefined) => {
    if (!over) return requestWrite(client.dates.create, { body: { area, recordId, ...body } });
    const before: Record<string, unknown> = bodyOf(valuesOf(over));
    const changed = Object.fromEntries(
      Object.entries(body).filter(([name, value]) => !same(value, before[name])),
    );
    const ifMatch = etagOf(over);
    return requestWrite(client.dates.update, { params: { id: over.id }, body: changed, ifMatch });
  };
  /** Saves over the newest version, or returns null if the person has to decide. */
  const save = async (
    body: Body,
    over: RecordDate | undefined,
  ): Promise<Awaited<ReturnType<typeof write>> | null> => {
    try {
      return await write(body, over);
    } catch (error) {
      if (!over || !(isOutdated(error) || isNotFound(error))) throw error;
      const latest = await latestDate(over);
      if (!latest) {
        setDeleted(true);
        return null;
      }
      const merged = merge({}, bodyOf(valuesOf(over)), body, bodyOf(valuesOf(latest)));
      const mine = merged.body as Body;
      setBase(latest);
      setValues({ ...mine, price: priceInput(mine.price) });
      setContests(merged.contests);
      return merged.contests.length > 0 ? null : save(mine, latest);
    }
  };
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ over }: { over: RecordDate | undefined }) => save(bodyOf(values), over),
    onSuccess: async (written, { over }) => {
      if (!written) return;
      toast({ title: over ? 'Date saved' : 'Date added', action: undoAction(written.batchId) });
      onClose();
      await queryClient.invalidateQueries();
    },
    onError: (failure) => setErrors(fieldsOf(failure)),
  });

  const set = (change: Partial<DateValues>) => {
    const names = Object.keys(change);
    setValues({ ...values, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))));
    if (error) reset();
  };
  const submitOver = (over: RecordDate | undefined) => {
    if (isPending) return;
    const body = bodyOf(values);
    const parsed = over ? update.body.safeParse(body) : create.body.safeParse({ area, recordId, ...body });
    if (!parsed.success) return setErrors(fieldErrors(parsed.error));
    mutate({ over });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (contests.length === 0 && !isDeleted) submitOver(base);
  };
  const decided = (contest: Contest) => setContests(contests.filter((other) => other !== contest));
  const contested: Readonly<Record<string, ContestedField>> = Object.fromEntries(
    contests.map((contest) => {
      const [name = ''] = contest.names;
      const take = () => {
        const { price, ...texts } = contest.now as Partial<Body>;
        setValues({ ...values, ...texts, ...(price !== undefined && { price: priceInput(price) }) });
        decided(contest);
      };
      return [name, { ...contest, keep: () => decided(contest), take }];
    }),
  );
  const isPlaced = Object.keys(errors).some((name) => name in values);
  const entityName = 'date';
  const conflict = (): Conflict | undefined => {
    if (isDeleted) {
      const createAnew = () => {
        setDeleted(false);
        submitOver(undefined);
      };
      return { is: 'deleted', entityName, createAnew };
    }
    const fields = Object.keys(contested)
      .filter(isName)
      .map((name) => inSentence(dateLabels[name]));
    return fields.length === 0 ? undefined : { is: 'contested', entityName, fields };
  };
  return {
    values,
    set,
    errors,
    contested,
    conflict: conflict(),
    isPending,
    problem: error && !isPlaced ? messageOf(error, 'Failed to save the date') : null,
    submit,
  };
}
