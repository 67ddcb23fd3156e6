import { type Contest, merge } from '@quartermaster/contract/api/merge';
import { fieldLabel, inSentence } from '@quartermaster/contract/rules/field-label';
import { type Values, same } from '@quartermaster/contract/rules/same';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, get, set } from 'react-hook-form';
import { isNotFound, isOutdated } from '../api/error.ts';
import { type Cached, withoutRows } from '../records/cache.ts';
import type { Conflict } from '../records/conflict-banner.tsx';
import type { ContestedField } from '../records/contested.tsx';
import { listKey } from '../records/list-query.ts';
import type { FormEntity, Versioned } from '../records/entity.ts';
import { useLatest } from '../records/use-latest.ts';
import { changedValues } from './record-body.ts';

interface Options<T, V extends FieldValues> {
  entity: FormEntity<T & Versioned>;
  form: UseFormReturn<V>;
  startOf: (record: T) => V;
  /** The body for a form's values. */
  bodyOf: (values: V) => Values;
  /** Receives the version that the form is based on from now on. */
  onLatest: (record: T) => void;
  createAnew: () => void;
}

/** Open until the typed values equal those that the other person saved. */
const isOpen =
  (body: Values) =>
  ({ names, now }: Contest): boolean =>
    names.some((name) => !same(get(body, name), now[name]));

type State<T> =
  { is: 'none' } | { is: 'contested'; latest: T; contests: readonly Contest[] } | { is: 'deleted' };

/**
 * Merges what somebody else saved meanwhile with the typed values. Asks only about fields that both changed, and never
 * overwrites another person's change unasked.
 */
export function useConflict<T extends Versioned, V extends FieldValues>(options: Options<T, V>) {
  const { entity, form, startOf, bodyOf, onLatest, createAnew } = options;
  const client = useQueryClient();
  const latestOf = useLatest<T>(entity);
  const [state, setState] = useState<State<T>>({ is: 'none' });

  /** The form's values if the fields of `latest` were those of `body`. */
  const valuesOf = (latest: T, body: Values) => startOf({ ...latest, ...body });
  /** Replaces one body by another in the form; fields equal in both keep what is typed. */
  const show = (latest: T, from: Values, to: Values) => {
    const values = changedValues(valuesOf(latest, to), valuesOf(latest, from));
    for (const [name, value] of Object.entries(values))
      form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
    form.clearErrors(Object.keys(values) as Path<V>[]);
  };

  /**
   * Returns the version to save over, or nothing if the user has to decide. Throws if the latest version can't be read.
   */
  const meet = async (before: T, error: unknown): Promise<T | undefined> => {
    if (isNotFound(error)) {
      client.setQueriesData<Cached<T>>(
        { queryKey: listKey(entity) },
        (data) => data && withoutRows(data, new Set([before.id])),
      );
      setState({ is: 'deleted' });
      return undefined;
    }
    if (!isOutdated(error)) throw error;
    const latest = await latestOf(before.id);
    const typed = form.getValues();
    const mine = bodyOf(typed);
    const { body, contests } = merge(entity.fields, bodyOf(startOf(before)), mine, bodyOf(startOf(latest)));
    onLatest(latest);
    form.reset(startOf(latest));
    form.reset(typed, { keepDefaultValues: true });
    show(latest, mine, body);
    if (contests.length === 0) return latest;
    setState({ is: 'contested', latest, contests });
    return undefined;
  };

  const contests = state.is === 'contested' ? state.contests.filter(isOpen(bodyOf(form.getValues()))) : [];
  const decided = (contest: Contest) => {
    const left = contests.filter((other) => other !== contest);
    setState(state.is === 'contested' && left.length > 0 ? { ...state, contests: left } : { is: 'none' });
  };
  const take = ({ names, now }: Contest) => {
    if (state.is !== 'contested') return;
    const body = bodyOf(form.getValues());
    const taken = structuredClone(body);
    for (const name of names) set(taken, name, now[name]);
    show(state.latest, body, taken);
  };

  const shown = (): Conflict | undefined => {
    const entityName = entity.one;
    if (state.is === 'deleted') return { is: 'deleted', entityName, createAnew };
    if (contests.length === 0) return undefined;
    const fields = contests.map(({ names: [name = ''] }) => inSentence(fieldLabel(entity.fieldLabels, name)));
    return { is: 'contested', entityName, fields: [...new Set(fields)] };
  };
  return {
    meet,
    shown: shown(),
    isContested: contests.length > 0,
    /** By the path of the field. */
    contested: Object.fromEntries(
      contests.map((contest): [string, ContestedField] => [
        contest.names[0] ?? '',
        {
          ...contest,
          keep: () => decided(contest),
          take: () => {
            take(contest);
            decided(contest);
          },
        },
      ]),
    ),
  };
}
