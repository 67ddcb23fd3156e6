import type { ReactNode } from 'react';
import type { Identified, Entity } from '../records/entity.ts';
import { useRecord } from '../records/use-record.ts';
import type { ReferenceOption } from './reference-choices.tsx';
import { ReferenceSelect } from './reference-select.tsx';
import { useReferenceOptions } from './use-reference-options.ts';

interface RecordSelectProps<T extends Identified> {
  label: string;
  entity: Entity<T>;
  /** Filters the choices: `{isActive: 'true'}`. Keep its identity across renders, like that of `toOption`. */
  query?: Record<string, string>;
  toOption: (row: T) => ReferenceOption;
  /** The reference of the edited record, among the choices or not. */
  chosen?: ReferenceOption | undefined;
  /** The id of the chosen record, or ''. */
  value: string;
  onChange: (id: string) => void;
  required?: boolean;
  /** The label of no choice: 'No proxy'. Without it a choice is required. */
  emptyLabel?: string;
  error?: string | undefined;
  /** Shown below while there is nothing to choose. */
  whenNone?: ReactNode;
}

const noRows: readonly never[] = [];

/** A picker of an entity's records; the server searches if there are too many to list. */
export function RecordSelect<T extends Identified>(props: RecordSelectProps<T>) {
  const { entity, query, toOption, chosen, value, whenNone, ...select } = props;
  const { options, onSearch, isEmpty } = useReferenceOptions(entity, toOption, query);
  const known = [...options, chosen].find((option) => option?.id === value);
  // A restored draft has only the id.
  const { record } = useRecord(entity, known || value === '' ? undefined : value, noRows);
  return (
    <div className="grid gap-1.5">
      <ReferenceSelect
        {...select}
        options={options}
        chosen={known ?? (record && toOption(record))}
        value={value}
        onSearch={onSearch}
      />
      {isEmpty && whenNone}
    </div>
  );
}
