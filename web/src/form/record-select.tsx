import type { FieldValues } from 'react-hook-form';
import type { Identified } from '../records/entity.ts';
import { useRecord } from '../records/use-record.ts';
import { type ReferenceProps, ReferenceSelect } from './reference-select.tsx';
import { useReferenceOptions } from './use-reference-options.ts';

interface RecordSelectProps<T extends Identified, V extends FieldValues> extends ReferenceProps<T, V> {
  /** Filters the choices: `{isActive: 'true'}`. Keep its identity across renders. */
  query?: Record<string, string>;
}

const noRows: readonly never[] = [];

/** A picker of an entity's records; the server searches if there are too many to list. */
export function RecordSelect<T extends Identified, V extends FieldValues>(props: RecordSelectProps<T, V>) {
  const { query, ...select } = props;
  const { form, name, entity, toOption, chosen } = select;
  const value = String(form.values[name] ?? '');
  const { options, onSearch } = useReferenceOptions(entity, toOption, query);
  const known = [...(options ?? []), chosen].find((option) => option?.id === value);
  // A restored draft has only the id.
  const { record } = useRecord(entity, known || value === '' ? undefined : value, noRows);
  return (
    <ReferenceSelect
      {...select}
      options={options}
      chosen={known ?? (record && toOption(record))}
      onSearch={onSearch}
    />
  );
}
