import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { ComponentProps } from 'react';
import { PlainTable } from '../../list/table/plain-table.tsx';
import { DueMenu } from '../../records/due/due-menu.tsx';
import { dueOfExpiration } from '../../records/due/due.ts';
import type { DueAction } from '../../records/due/use-due-actions.ts';
import { ExpirationCard, type OpenExpiration, columnsOf } from './expiration-cells.tsx';

type Rest = Pick<
  ComponentProps<typeof PlainTable<Expiration>>,
  'rows' | 'state' | 'selection' | 'isFetching' | 'empty' | 'plain'
>;

interface RowsProps extends Rest {
  onOpen: OpenExpiration;
  actions: readonly DueAction[];
}

/** The rows: a table, or cards on a narrow screen. */
export const ExpirationRows = ({ onOpen, actions, ...rest }: RowsProps) => (
  <PlainTable
    {...rest}
    label="Expirations"
    minWidth="80rem"
    columns={columnsOf(onOpen)}
    nameOf={({ name, label }) => `${name}${label === null ? '' : `, ${label}`}`}
    menu={(row) => <DueMenu due={dueOfExpiration(row)} actions={actions} />}
    card={(row) => <ExpirationCard row={row} onOpen={onOpen} />}
  />
);
