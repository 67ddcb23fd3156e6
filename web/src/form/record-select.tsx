import type { ReactNode } from 'react';
import type { Identified, Entity } from '../records/entity.ts';
import { useRecord } from '../records/use-record.ts';
import { type ReferenceOption, ReferenceSelect } from './reference-select.tsx';
import { useReferenceOptions } from './use-reference-options.ts';

interface RecordSelectProps<T extends Identified> {
  label: string;
  entity: Entity<T>;
  /** What is offered: `{isActive: 'true'}`. Keep its identity from render to render, as of `toOption`. */
  query?: Record<string, string>;
  toOption: (row: T) => ReferenceOption;
  /** What the record that is edited refers to, whether it is offered or not. */
  chosen?: ReferenceOption | undefined;
  /** The id of the chosen record, or ''. */
  value: string;
  onChange: (id: string) => void;
  required?: boolean;
  /** What no choice reads as: 'No proxy'. Without it one must be chosen. */
  emptyLabel?: string;
  error?: string | undefined;
  /** Said below while there is nothing to choose. */
  whenNone?: ReactNode;
}

const noRows: readonly never[] = [];

/** A choice among the records of a kind; the server is searched where there are more than can be offered. */
export function RecordSelect<T extends Identified>(props: RecordSelectProps<T>) {
  const { entity, query, toOption, chosen, value, whenNone, ...select } = props;
  const { options, onSearch, isEmpty } = useReferenceOptions(entity, toOption, query);
  const known = [...options, chosen].find((option) => option?.id === value);
  // Of a restored draft only the id is known.
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
