import { type MismatchField, mismatchFields } from '@quartermaster/contract/mismatches/mismatches.routes';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { CountChip } from '../../ui/count-chip.tsx';
import { countQuery } from './mismatches-query.ts';

export const mismatchLabels: Readonly<Record<MismatchField, string>> = {
  expirationDate: 'Expiration date',
  server: 'Server',
  cdn: 'CDN account',
  registrar: 'Registrar',
};

type Query = Record<string, string>;

interface FieldsProps {
  /** The filters of the list. */
  query: Query;
  /** The chosen fields. */
  chosen: readonly string[];
  onField: (field: string | undefined) => void;
}

/** How many differences each field has; a click lists them. */
export const MismatchFields = ({ query: { field: _, ...others }, chosen, onField }: FieldsProps) => (
  <div role="group" aria-label="Field" className="flex flex-wrap items-center gap-1.5 print:hidden">
    <Chip query={others} isPressed={chosen.length === 0} onClick={() => onField(undefined)}>
      All
    </Chip>
    {mismatchFields.map((field) => (
      <Chip
        key={field}
        query={{ ...others, field }}
        isPressed={chosen.includes(field)}
        onClick={() => onField(field)}
      >
        {mismatchLabels[field]}
      </Chip>
    ))}
  </div>
);

const Chip = ({ query, ...rest }: Omit<ComponentProps<typeof CountChip>, 'count'> & { query: Query }) => (
  <CountChip {...rest} count={useQuery(countQuery(query)).data} />
);
