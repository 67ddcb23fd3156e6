import type { Area } from '@quartermaster/contract/api/areas';
import type { Cells, Reading, Table } from '../table.ts';

/** What a special source makes of a file; the rest follows from how it was read. */
export type Special = Pick<Table, 'source' | 'columns' | 'rows'> &
  Partial<
    Pick<Table, 'lines' | 'skipped' | 'errors' | 'notices' | 'entities' | 'targets' | 'secret' | 'header'>
  >;

/** Recognises the table of another program; null: it is none. */
export type FromCells = (cells: Cells, area: Area, reading: Reading) => Special | null;

/** The same for a text that is no table. */
export type FromText = (text: string, area: Area) => Special | null;

/** The same for a value of JSON. */
export type FromJson = (value: unknown, area: Area) => Special | null;
