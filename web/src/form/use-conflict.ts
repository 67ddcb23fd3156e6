import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Entity, Versioned } from '../records/entity.ts';
import { useLatest } from '../records/use-latest.ts';
import { type Values, changedValues, fieldWords } from './record-body.ts';

/** What is shown, and can be done, when someone else changed the record meanwhile. */
export type Conflict = { entityName: string; isBusy: boolean } & (
  | { is: 'met'; loadLatest: () => void; saveAnyway: () => void }
  /** The latest version is shown; the typed values can be restored over it. */
  | { is: 'loaded'; typed: string[]; restore: () => void }
);

interface Options<T, V extends FieldValues> {
  entity: Entity<T & Versioned>;
  form: UseFormReturn<V>;
  startOf: (record: T) => V;
  /** The initial values of the form. */
  before: V;
  onLatest: (record: T) => void;
  /** Saves what was typed over the given version. */
  onSave: (over: T) => Promise<void>;
  onError: (error: unknown) => void;
}

type State =
  | { is: 'none' }
  | { is: 'met'; id: string }
  /** Only the user's changes; the other fields are as in the latest version. */
  | { is: 'loaded'; typed: Values };

/** Resolves edit conflicts: keeps what was typed, and never overwrites another's change unasked. */
export function useConflict<T extends Versioned, V extends FieldValues>(options: Options<T, V>) {
  const { entity, form, startOf, before, onLatest, onSave, onError } = options;
  const [state, setState] = useState<State>({ is: 'none' });
  const [isBusy, setBusy] = useState(false);
  const latest = useLatest<T>(entity);

  const withLatest = async (id: string, then: (record: T) => Promise<void> | void) => {
    setBusy(true);
    try {
      await then(await latest(id));
    } catch (error) {
      onError(error);
    } finally {
      setBusy(false);
    }
  };
  const load = (record: T) => {
    const typed = changedValues(form.getValues(), before);
    onLatest(record);
    form.reset(startOf(record));
    setState({ is: 'loaded', typed });
  };
  const overwrite = (record: T) => {
    setState({ is: 'none' });
    return onSave(record);
  };
  const restore = (typed: Values) => {
    form.reset({ ...form.getValues(), ...typed }, { keepDefaultValues: true });
    setState({ is: 'none' });
  };

  const shown = (): Conflict | undefined => {
    const given = { entityName: entity.one, isBusy };
    switch (state.is) {
      case 'none':
        return undefined;
      case 'met':
        return {
          ...given,
          is: 'met',
          loadLatest: () => void withLatest(state.id, load),
          saveAnyway: () => void withLatest(state.id, overwrite),
        };
      case 'loaded':
        return {
          ...given,
          is: 'loaded',
          typed: Object.keys(state.typed).map(fieldWords),
          restore: () => restore(state.typed),
        };
    }
  };
  return { shown: shown(), meet: (id: string) => setState({ is: 'met', id }) };
}
