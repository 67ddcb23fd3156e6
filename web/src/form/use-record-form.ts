import type { Area } from '@quartermaster/contract/api/areas';
import type { FieldErrors as Messages } from '@quartermaster/contract/api/errors';
import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import { sentTogether } from '@quartermaster/contract/api/merge';
import type { Values } from '@quartermaster/contract/rules/same';
import { type BaseSyntheticEvent, use, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
  useWatch,
} from 'react-hook-form';
import { scopeNow } from '../api/rights.ts';
import { fieldsOf, messageOf } from '../api/error.ts';
import { AnotherRecordContext } from '../records/another-record.ts';
import type { Conflict } from '../records/conflict-banner.tsx';
import type { ContestedField } from '../records/contested.tsx';
import { areaOfEntity } from '../records/entities.ts';
import type { FormEntity, Versioned } from '../records/entity.ts';
import { withCleared, withoutKept } from '../records/kept-secrets.ts';
import { useSave } from '../records/use-save.ts';
import { useSavedToast } from '../records/use-saved-toast.ts';
import { useConflict } from './use-conflict.ts';
import { sentTexts } from './body-texts.ts';
import { changedBody, createBody, flatErrors } from './record-body.ts';
import { useNest } from './nested-forms.tsx';
import { resolverOf } from './resolver.ts';
import { useDraft } from './use-draft.ts';

interface RecordFormOptions<T, V> {
  entity: FormEntity<T & Versioned>;
  /** The record to change; without it one is created. */
  record: T | undefined;
  /** The values of a new record, blank ones as ''. Their names are the form's fields. */
  defaults: V;
  /** Converts fields whose shape differs in the form. */
  toValues?: (record: T) => Partial<V>;
  /** Converts values whose shape differs in the contract. */
  toBody?: (values: V) => Record<string, unknown>;
  /** Rules over several fields; messages by the path of the field. */
  rule?: (values: V) => Messages;
  /** Called once the record is saved. */
  onDone: (saved: T) => void;
}

/** What the parts of a form use. */
export interface RecordForm<V extends FieldValues = FieldValues> {
  /** The area of the form's records. */
  area: Area;
  /** The record to change; undefined for a new one. */
  recordId: string | undefined;
  /** That record as stored, with the changes of others that the form met. */
  stored: Values | undefined;
  control: Control<V>;
  values: V;
  isNew: boolean;
  /** The labels of the kind's fields. */
  labels: Readonly<Record<string, string>>;
  /** Messages by the path of the field: `users.0.username`. */
  errors: Messages;
  /** Sets values and clears messages, by default those of the same fields; `messages` hold after that. */
  set: (values: Partial<V>, clears?: string[], messages?: Messages) => void;
  /** Validates the field at a path, for inputs not bound to the form, when they lose the focus. */
  check: (path: string) => void;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Saves, and goes on with a blank form; undefined where that is not possible. */
  submitAndAddAnother: (() => Promise<void>) | undefined;
  isBusy: boolean;
  /** The server's message that belongs to no field. */
  problem: string | undefined;
  /** The record was changed or deleted by someone else meanwhile. */
  conflict: Conflict | undefined;
  /** The fields that both people changed, by path. */
  contested: Readonly<Record<string, ContestedField>>;
  /** The number of submissions; grows once an attempt's errors are set. */
  attempts: number;
}

export function useRecordForm<T extends Versioned, V extends FieldValues>(
  options: RecordFormOptions<T, V>,
): RecordForm<V> {
  const { entity, record, defaults, toValues, toBody, rule, onDone } = options;
  const save = useSave<T>(entity);
  const tell = useSavedToast<T>(entity);
  const startOf = (from: T) => ({ ...valuesOf(from, defaults), ...toValues?.(from) });
  // The version that the user saw; the list may have a newer one by now.
  const [base, setBase] = useState(record);
  const scope = scopeNow();
  // Members with a scope can't create records outside it.
  const blank = 'tags' in defaults && scope.length > 0 ? { ...defaults, tags: scope.slice(0, 1) } : defaults;
  const initial = base ? startOf(base) : blank;
  const [problem, setProblem] = useState<string>();
  const schema = record ? entity.update.body : entity.create.body;
  const toSend = (values: V) => sentTexts(toBody ? toBody(values) : values);

  const check = (values: V): Messages => {
    const parsed = schema.safeParse(toSend(values));
    return { ...(parsed.success ? {} : fieldErrors(parsed.error)), ...rule?.(values) };
  };
  const form = useForm<V>({
    defaultValues: initial as DefaultValues<V>,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    resolver: resolverOf(check),
  });
  const { control, clearErrors, subscribe } = form;
  const draft = useDraft(form, entity.path, record?.id ?? 'new');

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type }) => {
          if (type === 'change' && name) clearErrors(name as Path<V>);
        },
      }),
    [subscribe, clearErrors],
  );

  const refuse = (error: unknown) => {
    const fields = Object.entries(fieldsOf(error));
    const [shown, others] = [fields.filter(isField), fields.filter((field) => !isField(field))];
    for (const [path, message] of shown) form.setError(path as Path<V>, { type: 'server', message });
    const rest = others.map(([, message]) => message).join(', ');
    setProblem(shown.length > 0 ? rest || undefined : rest || messageOf(error, 'An error occurred'));
  };
  const isField = ([path]: [string, string]) => (path.split('.')[0] ?? '') in defaults;

  /** The body to send; invalid values stay unchanged. */
  const bodyOf = (values: V): Values => {
    const given = toSend(values);
    const parsed = schema.safeParse(given);
    if (!parsed.success) return given;
    // The server fills in what the form does not ask for.
    const body = parsed.data as Values;
    return Object.fromEntries(Object.entries(body).filter(([name]) => given[name] !== undefined));
  };
  const conflict = useConflict<T, V>({
    entity,
    form,
    startOf,
    bodyOf,
    onLatest: setBase,
    createAnew: () => void submit(undefined, onDone),
  });

  const changesOf = (values: V, over: T): Values => {
    const before = bodyOf(startOf(over));
    return withCleared(changedBody(bodyOf(values), before, sentTogether(entity.fields)), before);
  };
  const send = async (values: V, over: T | undefined, onSaved = onDone): Promise<void> => {
    if (conflict.isContested) return;
    setProblem(undefined);
    try {
      const body = withoutKept(over ? changesOf(values, over) : createBody(bodyOf(values)));
      const saved =
        over && Object.keys(body).length === 0 ? over : await save.mutateAsync({ record: over, body });
      draft.forget();
      void tell(saved, !over);
      onSaved(saved);
    } catch (error) {
      await retry(error, over);
    }
  };
  const retry = async (error: unknown, over: T | undefined) => {
    try {
      if (!over) throw error;
      const latest = await conflict.meet(over, error);
      if (latest) await send(form.getValues(), latest);
    } catch (failure) {
      refuse(failure);
    }
  };

  // The form's own count is not rendered if the form is reset while it is being submitted.
  const [attempts, setAttempts] = useState(0);
  const isSending = useRef(false);
  const submit = async (over: T | undefined, onSaved: (saved: T) => void, event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    // On a slow line, Enter can be pressed again.
    if (isSending.current) return;
    isSending.current = true;
    try {
      await form.handleSubmit((given) => send(given, over, onSaved))(event);
    } finally {
      isSending.current = false;
    }
    setAttempts((count) => count + 1);
  };
  const another = use(AnotherRecordContext);
  const nest = useNest();

  const values = useWatch({ control }) as V;
  const { errors } = form.formState;
  return {
    area: areaOfEntity(entity),
    recordId: record?.id,
    stored: base as Values | undefined,
    control,
    values,
    isNew: !record,
    labels: entity.fieldLabels,
    errors: useMemo(() => flatErrors(errors), [errors]),
    set: (changes, clears = Object.keys(changes), messages = {}) => {
      for (const [name, value] of Object.entries(changes))
        form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
      clearErrors(clears as Path<V>[]);
      for (const [path, message] of Object.entries(messages)) form.setError(path as Path<V>, { message });
    },
    check: (path) => void form.trigger(path as Path<V>),
    submit: (event) => submit(base, onDone, event),
    submitAndAddAnother: another && !nest && !record ? () => submit(base, another) : undefined,
    isBusy: save.isPending,
    problem,
    conflict: conflict.shown,
    contested: conflict.contested,
    attempts,
  };
}

/** A form's values from a record; fields that the record lacks get their defaults. */
function valuesOf<V extends FieldValues>(record: object, defaults: V): V {
  const have = record as Record<string, unknown>;
  const entries = Object.entries<unknown>(defaults).map(([name, blank]) => [name, have[name] ?? blank]);
  return Object.fromEntries(entries) as V;
}
